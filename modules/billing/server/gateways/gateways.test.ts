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

contract('gateways: a balance is funded with the exact amount, also without decimals', async (t, client, double) => {
  for (const [amount, currency] of [
    [1_999, 'USD'],
    [500, 'JPY'],
    [12_340, 'KWD'],
  ] as const) {
    const { checkout, request } = await fund(client, amount, currency)
    t.match(checkout.url, /^http/)
    const ask = { reference: request.reference, id: checkout.id }
    t.match(await client.payment(ask), { status: 'open', amount, currency })
    double.pay(request.reference)
    const paid = await client.payment(ask)
    t.match(paid, { status: 'paid', amount, currency, refunds: [] })
    t.same(await client.payment(ask), paid, 'asking again changes nothing')
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
  const refund = { payment: payment ?? '', amount: 300, currency: 'USD', key: newReference() }
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
  const before = await client.subscriptionOf({ id: checkout.id, customer, price })
  if (before) t.match(await client.subscription(before), { status: 'inactive', period: null })
  double.pay(reference)
  const id = (await client.subscriptionOf({ id: checkout.id, customer, price })) ?? ''
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
    await client.change(id, other)
    t.equal((await client.subscription(id)).price, other)
  } else t.match(await reasonOf(client.change(id, price)), { status: 501 })
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
  const id = (await client.subscriptionOf({ id: checkout.id, customer, price })) ?? ''
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

contract('gateways: a stored card is charged once for a key', async (t, client, double) => {
  if (double.name === 'paypal') return void t.same(await client.cards('none'), [])
  const customer = await client.createCustomer(person)
  double.storeCard(customer, '4242')
  const [card] = await client.cards(customer)
  t.match(card, { brand: 'visa', last4: '4242', expiresYear: 2030, expiresMonth: 4 })
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
