import t from 'tap'
import {
  beginPlan,
  gatewayContract,
  outcomeOrError,
  returnUrl,
  subscribeNewPlan,
} from '../../../../tests/support/gateways/contract.ts'
import type { GatewayObject } from './gateway-client.ts'
import { newPaymentReference } from './payment-reference.ts'

const { contract } = await gatewayContract(t)
const sendsBack = { application_context: { return_url: returnUrl, cancel_url: returnUrl } }

contract('gateways: a plan is subscribed to, renewed, cancelled and taken up again', async (t, client, double) => {
  const { plan, price, reference, checkout } = await beginPlan(client)
  t.equal(await client.syncPlan({ ...plan, name: 'Plus 2', interval: 'month' }, price), price)
  const before = await client.subscriptionOf({ id: checkout.id, prices: [price] })
  if (before) t.match(await client.subscription(before), { status: 'inactive', period: null })
  double.pay(reference)
  const id = (await client.subscriptionOf({ id: checkout.id, prices: [price] })) ?? ''
  const active = await client.subscription(id)
  t.match(active, { id, price, status: 'active', endsAt: null, payments: [{ amount: 900, currency: 'USD' }] })
  t.ok(active.period?.to && active.period.from < active.period.to)
  double.renew(id)
  const renewed = await client.subscription(id)
  t.equal(renewed.payments.length, 2)
  t.ok(renewed.period?.to && active.period?.to && renewed.period.to > active.period.to)

  const cancelled = await client.cancel(id)
  t.equal(cancelled.status, 'cancelled')
  if (double.name === 'paypal') t.match(cancelled, { period: { to: null }, endsAt: null }, 'it no longer names the end')
  else t.ok(cancelled.endsAt && cancelled.endsAt > new Date(), 'it is valid until the end of the paid period')
  if (client.can.resume) t.match(await client.resume(id), { status: 'active', endsAt: null })
  else t.match(await outcomeOrError(client.resume(id)), { status: 501 })
  if (client.can.change) {
    const other = await client.syncPlan({ ...plan, id: newPaymentReference(), amount: 1_900, interval: 'year' }, null)
    const changed = await client.change(id, other, returnUrl)
    if ('url' in changed) t.match(JSON.parse(double.sent.at(-1) ?? ''), sendsBack, 'its page leads back')
    t.equal((await client.subscription(id)).price, other)
  } else t.match(await outcomeOrError(client.change(id, price, returnUrl)), { status: 501 })
  if (client.can.manage) t.match(await client.managePage(id, returnUrl), /^http/)
  else t.match(await outcomeOrError(client.managePage(id, returnUrl)), { status: 501 })
  double.end(id)
  t.equal((await client.subscription(id)).status, 'completed')
  for (let round = 0; round < 2; round++) await client.archivePlan(price)
  if (double.name !== 'paystack') t.equal(double.priceOf(price).active, false)
})

contract('gateways: a cancellation for a date is undone too, also by a change', async (t, client, double) => {
  // The others have no such date.
  if (double.name !== 'stripe') return
  const { id, plan } = await subscribeNewPlan(client, double)
  const other = await client.syncPlan({ ...plan, id: newPaymentReference(), amount: 1_900, interval: 'month' }, null)
  for (const undo of [() => client.resume(id), () => client.change(id, other, returnUrl)]) {
    double.subscriptionOf(id).endsOn = new Date(Date.now() + 86_400_000)
    t.match(await client.subscription(id), { status: 'cancelled' })
    await undo()
    t.match(await client.subscription(id), { status: 'active', endsAt: null })
  }
})

contract(
  'gateways: ending a plan before its paid period is over ends it once, and charges nothing',
  async (t, client, double) => {
    for (const before of ['active', 'cancelled', 'past due']) {
      const { id } = await subscribeNewPlan(client, double)
      if (before === 'cancelled') await client.cancel(id)
      if (before === 'past due') double.failRenewal(id)
      for (let round = 0; round < 2; round++) t.equal((await client.end(id)).collection, 'none', before)
      t.equal(double.subscriptionOf(id).status, double.name === 'stripe' ? 'completed' : 'cancelled', before)
    }
  },
)

contract('gateways: refunds and disputes of a subscription’s payment', async (t, client, double) => {
  const { id } = await subscribeNewPlan(client, double)
  const payment = (await client.subscription(id)).payments[0]?.payment ?? ''
  const paid = double.subscriptionOf(id).payments[0]?.id ?? ''
  /** The object that the newest event names, as the gateway has it. */
  const reported = async () => {
    const body = double.events.at(-1)?.body ?? ''
    const event = await client.verify({ body: Buffer.from(body), headers: double.sign(body) })
    return client.reversals(event?.object as GatewayObject)
  }
  double.refundPayment(paid, 300)
  t.match(await reported(), [{ payment, amount: 300, currency: 'USD', status: 'taken' }])
  for (const [outcome, status] of [
    ['lost', 'taken'],
    ['won', 'closed'],
  ] as const) {
    const dispute = double.dispute(paid)
    const open = { id: dispute, payment, amount: 900, currency: 'USD', status: 'open' }
    t.match(await reported(), [open])
    double.decide(dispute, outcome)
    t.match(await reported(), [{ ...open, status }], outcome)
  }
})

contract('gateways: a subscription’s payment is refunded once for a key', async (t, client, double) => {
  const { id } = await subscribeNewPlan(client, double)
  const payment = (await client.subscription(id)).payments[0]?.payment ?? ''
  const order = { payment, ofSubscription: true, amount: 100, currency: 'USD', key: newPaymentReference() }
  const refunded = await client.refund(order)
  t.equal(await client.refund(order), refunded)
  t.same(
    double.subscriptionOf(id).payments[0]?.refunds.map(({ amount }) => amount),
    [100],
  )
})
