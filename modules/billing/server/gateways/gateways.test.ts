import t from 'tap'
import {
  fundBalance,
  gatewayContract,
  gatewayPerson,
  outcomeOrError,
} from '../../../../tests/support/gateways/contract.ts'
import { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { newPaymentReference } from './payment-reference.ts'

/** The same contract for each gateway. */
const { contract, create } = await gatewayContract(t)

contract('gateways: credentials are tested by a call', async (t, client, double) => {
  await client.test()
  const wrong = create(double, 'wrong')
  t.match(await outcomeOrError(wrong.test()), { gateway: double.name, status: 401 })
})

contract('gateways: a customer is created once', async (t, client) => {
  t.equal(await client.createCustomer(gatewayPerson), await client.createCustomer(gatewayPerson))
})

contract('gateways: a customer that was deleted at Stripe is replaced by another', async (t, client, double) => {
  if (!(double instanceof StripeDouble)) return
  const somebody = { ...gatewayPerson, userId: newPaymentReference() }
  const customer = await client.createCustomer(somebody)
  t.equal(await client.hasCustomer(customer), true)
  double.deletedCustomers.add(customer)
  t.equal(await client.hasCustomer(customer), false)
  t.equal(await client.createCustomer(somebody), customer, 'Stripe remembers the key of the first one')
  t.not(await client.createCustomer({ ...somebody, former: 1 }), customer)
})

contract('gateways: the same key is refunded once', async (t, client, double) => {
  const { checkout, request } = await fundBalance(client, 1_000)
  double.pay(request.reference)
  const ask = { reference: request.reference, id: checkout.id }
  const { payment } = await client.payment(ask)
  const refund = {
    payment: payment ?? '',
    ofSubscription: false,
    amount: 300,
    currency: 'USD',
    key: newPaymentReference(),
  }
  const reference = await client.refund(refund)
  t.equal(await client.refund(refund), reference)
  t.match((await client.payment(ask)).refunds, [{ reference, amount: 300, currency: 'USD' }])
  t.equal((await client.payment(ask)).refunds.length, 1)
})

contract('gateways: a stored card is charged once for a key', async (t, client, double) => {
  if (double.name === 'paypal') return void t.same(await client.cards('none'), [])
  const customer = await client.createCustomer(gatewayPerson)
  double.storeCard(customer, '4242')
  const [card] = await client.cards(customer)
  t.match(card, { brand: 'visa', last4: '4242', expiresYear: 2030, expiresMonth: 4 })
  double.charges.clear()
  const key = newPaymentReference()
  const stored = { customer, email: gatewayPerson.email, method: card?.reference ?? '' }
  const request = {
    ...stored,
    amount: 450,
    currency: 'USD',
    key,
    keyPrefix: 'bill:1',
    posted: async () => new Set<string>(),
  }
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
  const { request, checkout } = await again(() => fundBalance(client, 700))
  double.failing = 0
  double.pay(request.reference)
  double.failing = 0.2
  t.match(await again(() => client.payment({ reference: request.reference, id: checkout.id })), { status: 'paid' })
  double.failing = 0
})

contract('gateways: genuine signatures only', async (t, client, double) => {
  const { request } = await fundBalance(client, 800)
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
