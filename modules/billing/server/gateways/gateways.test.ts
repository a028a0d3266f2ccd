import t, { type Test } from 'tap'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { gatewayDoubles } from '../../../../tests/support/gateways/gateways.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import type { Platform } from '../../../platform/index.ts'
import type { GatewayClient, GatewayObject } from './client.ts'
import { Gateways } from './gateways.ts'
import { newReference } from './reference.ts'

const { doubles } = await gatewayDoubles(t)
const bases = Object.fromEntries(doubles.map(({ name, base }) => [name, base]))
const gateways = new Gateways({ config: { paymentBases: bases }, settings: {} } as unknown as Platform)
const person = { userId: '0190a000-0000-7000-8000-000000000001', email: 'jane@example.org', name: 'Jane' }
const returnUrl = 'https://files.example.org/user/settings/billing'

const sendsBack = { application_context: { return_url: returnUrl, cancel_url: returnUrl } }

const reasonOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

/** The same contract for each gateway. */
const contract = (name: string, test: (t: Test, client: GatewayClient, double: GatewayDouble) => Promise<void>) =>
  t.test(name, async (t) => {
    for (const double of doubles)
      await t.test(double.name, (t) => test(t, gateways.create(double.name, double.credentials), double))
  })

const fund = async (client: GatewayClient, amount: number, currency = 'USD') => {
  const reference = newReference()
  const customer = await client.createCustomer(person)
  const request = { reference, customer, email: person.email, returnUrl, description: 'Balance', amount, currency }
  return { request, checkout: await client.fund(request), ask: { reference, id: '' } }
}

contract('gateways: credentials are tested by a call', async (t, client, double) => {
  await client.test()
  const wrong = gateways.create(double.name, { ...double.credentials, secret: 'wrong' })
  t.match(await reasonOf(wrong.test()), { gateway: double.name, status: 401 })
})

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
        const [error] = await Promise.allSettled([fund(client, amount, currency)])
        t.match(error, { reason: { status: 422, reason: `${double.name} does not take ${currency}` } })
        t.notMatch(double.calls.slice(calls).join(' '), /checkout|initialize/, 'it is not asked')
        continue
      }
      const { checkout, request } = await fund(client, amount, currency)
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
      const refund = { payment: paid.payment ?? '', ofSubscription: false, amount, currency, key: newReference() }
      await client.refund(refund)
      t.match((await client.payment(ask)).refunds, [{ amount, currency }], 'a refund has the same units')
    }
  },
)

contract('gateways: a plan is sold, and a card charged, in the units of the gateway', async (t, client, double) => {
  for (const [currency, amount] of sums.filter(([code]) => client.units.takes(code))) {
    const plan = { id: newReference(), name: 'Plus', description: null, amount, currency }
    const price = await client.syncPlan({ ...plan, interval: 'month' }, null)
    const customer = await client.createCustomer(person)
    const request = { reference: newReference(), customer, price, email: person.email, returnUrl, description: 'Plus' }
    const checkout = await client.subscribe({ ...request, amount, currency })
    double.pay(request.reference)
    const id = (await client.subscriptionOf({ id: checkout.id, price })) ?? ''
    t.match((await client.subscription(id)).payments, [{ amount, currency }])
    ;(double as ReversingDouble).dispute(double.subscriptionOf(id).payments[0]?.id ?? '')
    const body = double.events.at(-1)?.body ?? ''
    const event = await client.verify({ body: Buffer.from(body), headers: double.sign(body) })
    t.match(await client.reversals(event?.object as GatewayObject), [{ amount, currency, status: 'open' }])
    if (!client.can.storeCards) continue
    double.charges.clear()
    double.storeCard(customer, '4242')
    const [card] = await client.cards(customer)
    const charge = { customer, email: person.email, method: card?.reference ?? '', key: newReference() }
    await client.charge({ ...charge, amount, currency, description: 'Usage' })
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
    if (step === 1) await fund(client, amount, currency)
    else t.match(await reasonOf(fund(client, amount, currency)), { status: 422, reason: /no multiple/ })
  }
})

contract('gateways: a customer is created once', async (t, client) => {
  t.equal(await client.createCustomer(person), await client.createCustomer(person))
})

contract('gateways: the same key is refunded once', async (t, client, double) => {
  const { checkout, request } = await fund(client, 1_000)
  double.pay(request.reference)
  const ask = { reference: request.reference, id: checkout.id }
  const { payment } = await client.payment(ask)
  const refund = { payment: payment ?? '', ofSubscription: false, amount: 300, currency: 'USD', key: newReference() }
  const reference = await client.refund(refund)
  t.equal(await client.refund(refund), reference)
  t.match((await client.payment(ask)).refunds, [{ reference, amount: 300, currency: 'USD' }])
  t.equal((await client.payment(ask)).refunds.length, 1)
})

contract('gateways: a plan is subscribed to, renewed, cancelled and taken up again', async (t, client, double) => {
  const plan = { id: newReference(), name: 'Plus', description: null, amount: 900, currency: 'USD' }
  const price = await client.syncPlan({ ...plan, interval: 'month' }, null)
  t.equal(await client.syncPlan({ ...plan, name: 'Plus 2', interval: 'month' }, price), price)
  const customer = await client.createCustomer(person)
  const reference = newReference()
  const request = { reference, customer, price, email: person.email, returnUrl, description: 'Plus' }
  const checkout = await client.subscribe({ ...request, amount: 900, currency: 'USD' })
  const before = await client.subscriptionOf({ id: checkout.id, price })
  if (before) t.match(await client.subscription(before), { status: 'inactive', period: null })
  double.pay(reference)
  const id = (await client.subscriptionOf({ id: checkout.id, price })) ?? ''
  const active = await client.subscription(id)
  t.match(active, { id, price, status: 'active', endsAt: null, payments: [{ amount: 900, currency: 'USD' }] })
  t.ok(active.period && active.period.from < active.period.to)
  double.renew(id)
  const renewed = await client.subscription(id)
  t.equal(renewed.payments.length, 2)
  t.ok(renewed.period && active.period && renewed.period.to > active.period.to)

  const cancelled = await client.cancel(id)
  t.equal(cancelled.status, 'cancelled')
  t.ok(cancelled.endsAt && cancelled.endsAt > new Date(), 'it is valid until the end of the paid period')
  if (client.can.resume) t.match(await client.resume(id), { status: 'active', endsAt: null })
  else t.match(await reasonOf(client.resume(id)), { status: 501 })
  if (client.can.change) {
    const other = await client.syncPlan({ ...plan, id: newReference(), amount: 1_900, interval: 'year' }, null)
    const changed = await client.change(id, other, returnUrl)
    if ('url' in changed) t.match(JSON.parse(double.sent.at(-1) ?? ''), sendsBack, 'its page leads back')
    t.equal((await client.subscription(id)).price, other)
  } else t.match(await reasonOf(client.change(id, price, returnUrl)), { status: 501 })
  if (client.can.manage) t.match(await client.managePage(id, returnUrl), /^http/)
  else t.match(await reasonOf(client.managePage(id, returnUrl)), { status: 501 })
  double.end(id)
  t.equal((await client.subscription(id)).status, 'completed')
  for (let round = 0; round < 2; round++) await client.archivePlan(price)
  if (double.name !== 'paystack') t.equal(double.priceOf(price).active, false)
})

contract('gateways: refunds and disputes of a subscription’s payment', async (t, client, double) => {
  const reversing = double as ReversingDouble
  const plan = { id: newReference(), name: 'Plus', description: null, amount: 900, currency: 'USD' }
  const price = await client.syncPlan({ ...plan, interval: 'month' }, null)
  const customer = await client.createCustomer(person)
  const request = { reference: newReference(), customer, price, email: person.email, returnUrl, description: 'Plus' }
  const checkout = await client.subscribe({ ...request, amount: 900, currency: 'USD' })
  double.pay(request.reference)
  const id = (await client.subscriptionOf({ id: checkout.id, price })) ?? ''
  const payment = (await client.subscription(id)).payments[0]?.payment ?? ''
  const paid = double.subscriptionOf(id).payments[0]?.id ?? ''
  /** The object that the newest event names, as the gateway has it. */
  const reported = async () => {
    const body = double.events.at(-1)?.body ?? ''
    const event = await client.verify({ body: Buffer.from(body), headers: double.sign(body) })
    return client.reversals(event?.object as GatewayObject)
  }
  reversing.refundPayment(paid, 300)
  t.match(await reported(), [{ payment, amount: 300, currency: 'USD', status: 'taken' }])
  for (const [outcome, status] of [
    ['lost', 'taken'],
    ['won', 'closed'],
  ] as const) {
    const dispute = reversing.dispute(paid)
    const open = { id: dispute, payment, amount: 900, currency: 'USD', status: 'open' }
    t.match(await reported(), [open])
    reversing.decide(dispute, outcome)
    t.match(await reported(), [{ ...open, status }], outcome)
  }
})

contract('gateways: a subscription’s payment is refunded once for a key', async (t, client, double) => {
  const plan = { id: newReference(), name: 'Plus', description: null, amount: 900, currency: 'USD' }
  const price = await client.syncPlan({ ...plan, interval: 'month' }, null)
  const customer = await client.createCustomer(person)
  const request = { reference: newReference(), customer, price, email: person.email, returnUrl, description: 'Plus' }
  const checkout = await client.subscribe({ ...request, amount: 900, currency: 'USD' })
  double.pay(request.reference)
  const id = (await client.subscriptionOf({ id: checkout.id, price })) ?? ''
  const payment = (await client.subscription(id)).payments[0]?.payment ?? ''
  const order = { payment, ofSubscription: true, amount: 100, currency: 'USD', key: newReference() }
  const refunded = await client.refund(order)
  t.equal(await client.refund(order), refunded)
  t.same(
    double.subscriptionOf(id).payments[0]?.refunds.map(({ amount }) => amount),
    [100],
  )
})

contract('gateways: a stored card is charged once for a key', async (t, client, double) => {
  if (double.name === 'paypal') return void t.same(await client.cards('none'), [])
  const customer = await client.createCustomer(person)
  double.storeCard(customer, '4242')
  const [card] = await client.cards(customer)
  t.match(card, { brand: 'visa', last4: '4242', expiresYear: 2030, expiresMonth: 4 })
  double.charges.clear()
  const key = newReference()
  const request = { customer, email: person.email, method: card?.reference ?? '', amount: 450, currency: 'USD', key }
  const paid = await client.charge({ ...request, description: 'Usage' })
  t.equal(paid.status, 'paid')
  t.same(await client.charge({ ...request, description: 'Usage' }), paid)
  t.equal(double.charges.size, 1)
  await client.removeCard(customer, card?.reference ?? '')
  t.same(await client.cards(customer), [])
})

contract('gateways: calls survive a gateway that fails now and then, and charge once', async (t, client, double) => {
  let seed = 7
  double.random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  double.failing = 0.2
  const again = async <T>(call: () => Promise<T>): Promise<T> => call().catch(() => again(call))
  const { request, checkout } = await again(() => fund(client, 700))
  double.failing = 0
  double.pay(request.reference)
  double.failing = 0.2
  t.match(await again(() => client.payment({ reference: request.reference, id: checkout.id })), { status: 'paid' })
  double.failing = 0
})

contract('gateways: genuine signatures only', async (t, client, double) => {
  const { request } = await fund(client, 800)
  double.pay(request.reference)
  const body = double.events.at(-1)?.body ?? ''
  const verify = (sent: string, headers: Record<string, string>) => client.verify({ body: Buffer.from(sent), headers })
  const event = await verify(body, double.sign(body))
  t.match(event?.object, { kind: 'checkout', id: request.reference })
  t.equal((await verify(body, double.sign(body)))?.id, event?.id, 'sent again, it has the same id')
  t.equal(await verify(body, {}), null, 'no signature')
  t.equal(await verify(`${body} `, double.sign(body)), null, 'another body')
  t.equal(await verify(JSON.stringify(JSON.parse(body), null, 1), double.sign(body)), null, 'serialized again')
  t.equal(await verify(body, double.sign(body, { secret: 'foreign' })), null, 'another secret')
  if (double.name !== 'stripe') return
  for (const ageSeconds of [301, -301]) t.equal(await verify(body, double.sign(body, { ageSeconds })), null, 'too old')
  t.ok(await verify(body, double.sign(body, { ageSeconds: 290 })))
})
