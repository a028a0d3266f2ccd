import t from 'tap'
import { Migration20261130078010_returns_before_credit } from '../../../../migrations/Migration20261130078010_returns_before_credit.ts'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { reversingPaymentsOf } from '../../../../tests/support/gateways/reversing-payments.ts'
import type { Uncharged } from '../../../../tests/support/gateways/states.ts'

const { app, reversing, deliverAll, subscribe } = await reversingPaymentsOf(t)
const { db, jobs } = app.coffer.platform
const stripe = reversing.find(({ name }) => name === 'stripe') as ReversingDouble

const newestOf = ({ subscriptions }: ReversingDouble) => [...subscriptions.values()].at(-1) ?? { id: '' }
const statusOf = async ({ client }: Actor) => {
  const { body } = await client.get<{ data: { attributes: { status: string } } }>('/api/subscriptions/detail')
  return body.data.attributes.status
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** A subscriber who paid 35 days ago, and whose plan has begun another period since, for which nothing was charged. */
const inUnlistedPeriod = async (double: ReversingDouble, why: Uncharged | 'unpaid' = 'credit') => {
  // Those of earlier subscribers have been delivered.
  double.events.length = 0
  const user = await signUp(app)
  const payment = await subscribe(user, double)
  const subscription = double.subscriptionOf(newestOf(double).id)
  const paid = { from: daysAgo(35), to: daysAgo(5) }
  Object.assign(subscription, paid, { paidFrom: paid.from, createdAt: paid.from })
  for (const listed of subscription.payments) {
    listed.at = paid.from
    Object.assign(listed.paidFor ?? {}, paid)
  }
  await deliverAll(double)
  if (why === 'unpaid') double.failRenewal(subscription.id)
  else double.renewUncharged(subscription.id, why)
  await jobs.runNow('reconcile-gateways')
  return { user, payment, subscription }
}

t.test(
  'returned plans: only Stripe gives credit; elsewhere a payment that is not listed yet pays the period',
  async (t) => {
    for (const double of reversing) {
      const { user, payment, subscription } = await inUnlistedPeriod(double)
      double.decide(double.dispute(payment), 'lost')
      await deliverAll(double)
      const isCredit = double.name === 'stripe'
      t.equal(await statusOf(user), isCredit ? 'completed' : 'active', double.name)
      t.equal(subscription.status === 'active', !isCredit, double.name)
    }
  },
)

t.test('returned plans: only a period that credit pays for is paid by the payment that left the credit', async (t) => {
  const paysPlan = async (user: Actor) => {
    const { rows } = await app.coffer.billing.administration.transactions({}, 'en')
    return rows.filter((row) => row.user.id === user.id && row.type === 'charge').map((row) => row.pays_plan)
  }
  for (const why of ['credit', 'change', 'debit', 'void', 'trial', 'coupon', 'unpaid'] as const) {
    const isCredit = why === 'credit' || why === 'change'
    const { user, payment, subscription } = await inUnlistedPeriod(stripe, why)
    // A change of plan that was not paid in time has left its invoice.
    if (why === 'credit')
      subscription.uncharged.push(...subscription.uncharged.map((one) => ({ ...one, why: 'void' as const })))
    t.same(await paysPlan(user), [isCredit], why)
    stripe.decide(stripe.dispute(payment), 'lost')
    await deliverAll(stripe)
    t.match([await statusOf(user), subscription.status], Array(2).fill(isCredit ? 'completed' : 'active'), why)
  }
})

t.test('returned plans: what went back before credit counted ends nothing', async (t) => {
  for (const kind of ['refund', 'dispute'] as const) {
    const { user, payment, subscription } = await inUnlistedPeriod(stripe)
    const dispute = kind === 'dispute' && stripe.dispute(payment)
    if (dispute) stripe.decide(dispute, 'lost')
    else stripe.refundPayment(payment, 900)
    const id = dispute || stripe.paymentOf(payment).refunds[0]?.id
    await db.query(
      `insert into gateway_reversals (gateway, kind, id, payment, amount, currency, status)
       select gateway, $2, $3, reference, amount, currency, 'taken' from ledger_transactions where user_id = $1`,
      [user.id, kind, id],
    )
    const migration = new Migration20261130078010_returns_before_credit(undefined as never, undefined as never)
    migration.up()
    for (const query of migration.getQueries()) await db.query(query as string)
    await deliverAll(stripe)
    for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
    t.match([await statusOf(user), subscription.status], ['active', 'active'], kind)
  }
})
