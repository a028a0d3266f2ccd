import t from 'tap'
import {
  fundBalance,
  gatewayContract,
  gatewayPerson,
  outcomeOrError,
  subscribeNewPlan,
} from '../../../../tests/support/gateways/contract.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import type { GatewayObject } from './gateway-client.ts'
import { newPaymentReference } from './payment-reference.ts'

const { contract } = await gatewayContract(t)

/** Minor units and what each gateway must be sent for them, by its documentation; missing: it does not take the currency. */
const sums: [currency: string, amount: number, sent: Partial<Record<GatewayDouble['name'], string>>][] = [
  ['USD', 1_999, { stripe: '1999', paypal: '19.99', paystack: '1999' }],
  ['HUF', 1_000_000, { stripe: '1000000', paypal: '10000' }],
  ['ISK', 5_000, { stripe: '500000' }],
  ['UGX', 5_000, { stripe: '500000' }],
  ['JPY', 500, { stripe: '500', paypal: '500' }],
  ['KWD', 12_340, { stripe: '12340' }],
  ['MGA', 120_000, { stripe: '1200' }],
  ['TWD', 12_000, { stripe: '12000', paypal: '120' }],
  ['XOF', 650, { stripe: '650', paystack: '65000' }],
]

contract(
  'gateways: a balance is funded with the exact amount, in the units of the gateway',
  async (t, client, double) => {
    for (const [currency, amount, { [double.name]: sent }] of sums) {
      if (sent === undefined) {
        t.notOk(client.units.takes(currency), currency)
        const calls = double.calls.length
        const [error] = await Promise.allSettled([fundBalance(client, amount, currency)])
        t.match(error, { reason: { status: 422, reason: `${double.name} does not take ${currency}` } })
        t.notMatch(double.calls.slice(calls).join(' '), /checkout|initialize/, 'it is not asked')
        continue
      }
      const { checkout, request } = await fundBalance(client, amount, currency)
      const body = double.sent.at(-1) ?? ''
      const [, asked] = /(?:"value":"|"amount":|unit_amount\]=)([\d.]+)/.exec(body) ?? []
      t.equal(asked, sent, `${amount} ${currency}`)
      t.match(checkout.url, /^http/)
      const ask = { reference: request.reference, id: checkout.id }
      t.match(await client.payment(ask), { status: 'open', amount, currency })
      double.pay(request.reference)
      const paid = await client.payment(ask)
      t.match(paid, { status: 'paid', amount, currency, refunds: [] })
      t.same(await client.payment(ask), paid, 'asking again changes nothing')
      const refund = {
        payment: paid.payment ?? '',
        ofSubscription: false,
        amount,
        currency,
        key: newPaymentReference(),
      }
      await client.refund(refund)
      t.match((await client.payment(ask)).refunds, [{ amount, currency }], 'a refund has the same units')
    }
  },
)

contract('gateways: a plan is sold, and a card charged, in the units of the gateway', async (t, client, double) => {
  for (const [currency, amount] of sums.filter(([code]) => client.units.takes(code))) {
    const { id, customer } = await subscribeNewPlan(client, double, { amount, currency })
    t.match((await client.subscription(id)).payments, [{ amount, currency }])
    double.dispute(double.subscriptionOf(id).payments[0]?.id ?? '')
    const body = double.events.at(-1)?.body ?? ''
    const event = await client.verify({ body: Buffer.from(body), headers: double.sign(body) })
    t.match(await client.reversals(event?.object as GatewayObject), [{ amount, currency, status: 'open' }])
    if (!client.can.storeCards) continue
    double.charges.clear()
    double.storeCard(customer, '4242')
    const [card] = await client.cards(customer)
    const charge = { customer, email: gatewayPerson.email, method: card?.reference ?? '', key: newPaymentReference() }
    const earlier = { keyPrefix: 'bill:1', posted: async () => new Set<string>() }
    await client.charge({ ...charge, ...earlier, amount, currency, description: 'Usage' })
    t.same(
      [...double.charges.values()].map((charged) => charged.amount),
      [client.units.toGateway({ amount, currency })],
    )
    await client.removeCard(customer, card?.reference ?? '')
  }
})

contract('gateways: amounts that are too exact for the gateway are not sent', async (t, client) => {
  for (const [currency, amount, step] of [
    ['HUF', 1_000_050, client.name === 'paypal' ? 100 : 1],
    ['TWD', 12_050, client.name === 'paypal' ? 100 : 1],
    ['KWD', 12_345, 10],
    ['MGA', 120_050, 100],
  ] as const) {
    if (!client.units.takes(currency)) continue
    t.equal(client.units.stepOf(currency), step, currency)
    if (step === 1) await fundBalance(client, amount, currency)
    else t.match(await outcomeOrError(fundBalance(client, amount, currency)), { status: 422, reason: /no multiple/ })
  }
})
