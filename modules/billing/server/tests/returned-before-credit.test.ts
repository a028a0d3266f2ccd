import t from 'tap'
import { Migration20261130078010_returns_before_credit } from '../../../../migrations/Migration20261130078010_returns_before_credit.ts'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { reversingPaymentsOf } from '../../../../tests/support/gateways/reversing-payments.ts'

const { app, reversing, deliverAll, subscribe } = await reversingPaymentsOf(t)
const { db, jobs } = app.coffer.platform

const newestOf = ({ subscriptions }: ReversingDouble) => [...subscriptions.values()].at(-1) ?? { id: '' }
const statusOf = async ({ client }: Actor) => {
  const { body } = await client.get<{ data: { attributes: { status: string } } }>('/api/subscriptions/detail')
  return body.data.attributes.status
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** A subscriber who paid 20 days ago, and whose plan has begun another period since, for which nothing was charged. */
const inUnlistedPeriod = async (double: ReversingDouble) => {
  const user = await signUp(app)
  const payment = await subscribe(user, double)
  const subscription = double.subscriptionOf(newestOf(double).id)
  const paid = { from: daysAgo(20), to: daysAgo(-10) }
  Object.assign(subscription, paid, { paidFrom: paid.from, createdAt: paid.from })
  for (const listed of subscription.payments) {
    listed.at = paid.from
    Object.assign(listed.paidFor ?? {}, paid)
  }
  await deliverAll(double)
  Object.assign(subscription, { from: daysAgo(5), to: daysAgo(-25), paidFrom: daysAgo(5) })
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

t.test('returned plans: what went back before credit counted ends nothing', async (t) => {
  const stripe = reversing.find(({ name }) => name === 'stripe') as ReversingDouble
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
