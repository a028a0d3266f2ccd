import t from 'tap'
import { Migration20261130031000_reversals_that_end_plans } from '../../../../migrations/Migration20261130031000_reversals_that_end_plans.ts'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { reversingPaymentsOf } from '../../../../tests/support/gateways/reversing-payments.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { ledgerFaults } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const fixture = await reversingPaymentsOf(t)
const { app, admin, reversing, deliverAll, begin, subscribe, refunds, refundPath, notified } = fixture
const { db, jobs } = app.coffer.platform

const newestOf = ({ subscriptions }: ReversingDouble) => [...subscriptions.values()].at(-1) ?? { id: '', status: '' }
const statusOf = async ({ client }: Actor) => {
  const { body } = await client.get<{ data: { attributes: { status: string } } }>('/api/subscriptions/detail')
  return body.data.attributes.status
}
/** Subscribes a new account; the gateway has nothing more to report. */
const subscriber = async (double: ReversingDouble) => {
  const user = await signUp(app)
  const payment = await subscribe(user, double)
  await deliverAll(double)
  return { user, payment, subscription: newestOf(double) }
}
/** Payments that administrators were told to look at. */
const unneeded = ({ id }: Actor) =>
  db.query("select 1 from audit_log where action = 'billing.payment.unneeded' and target = $1", [id])
const transactionOf = async (payment = '') =>
  (await db.query<{ id: string }>('select id from ledger_transactions where reference = $1', [payment]))[0]?.id ?? ''
const isOver = { stripe: 'completed', paypal: 'cancelled', paystack: 'cancelled' }

t.test('returned plans: a lost dispute about the period that runs ends the plan at once, here and there', async (t) => {
  const users: Actor[] = []
  for (const double of reversing)
    for (const before of ['active', 'cancelled'] as const) {
      const { user, payment, subscription } = await subscriber(double)
      users.push(user)
      if (before === 'cancelled') await user.client.post('/api/subscriptions/cancel', {})
      const dispute = double.dispute(payment)
      await deliverAll(double)
      t.equal(await statusOf(user), before, 'not decided')
      double.decide(dispute, 'lost')
      await deliverAll(double)
      t.equal(await statusOf(user), 'completed', `${double.name}: ${before}`)
      t.equal(subscription.status, isOver[double.name])
      t.equal(await app.coffer.billing.subscriptions.current(user.id), null)
      t.match(await refunds(user), [{ amount: 900, reason: 'dispute' }])
    }
  for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
  for (const user of users) {
    t.equal(await statusOf(user), 'completed')
    const audited = "select 1 from audit_log where action = 'billing.subscription.ended' and target = $1"
    t.equal((await db.query(audited, [user.id])).length, 1, 'once')
    const told = async () =>
      (await mailsTo(app.dataDir, user.email)).filter(({ subject }) => subject === 'Your Plus plan has ended').length
    await eventually(t, told, 1)
  }
  t.same(await ledgerFaults(app.coffer), [])
})

t.test('returned plans: a returned plan that is resumed at its gateway is ended there again', async (t) => {
  const paystack = reversing.find(({ name }) => name === 'paystack') as ReversingDouble
  const { user, payment, subscription } = await subscriber(paystack)
  paystack.decide(paystack.dispute(payment), 'lost')
  await deliverAll(paystack)
  subscription.status = 'active'
  await deliverAll(paystack)
  t.equal(subscription.status, 'cancelled')
  t.equal(await statusOf(user), 'completed')
})

t.test('returned plans: a refund of an earlier period, or of a part, ends nothing', async (t) => {
  for (const double of reversing) {
    const { user, payment, subscription } = await subscriber(double)
    double.renew(subscription.id)
    await deliverAll(double)
    double.decide(double.dispute(payment), 'lost')
    await deliverAll(double)
    t.equal(await statusOf(user), 'active', double.name)
    t.equal(subscription.status, 'active')
  }
})

t.test('returned plans: a refund of all that was paid ends the plan where the administrator chose so', async (t) => {
  const pairs: { user: Actor; other: Actor }[] = []
  for (const double of reversing) {
    const { user, subscription } = await subscriber(double)
    const path = await refundPath(user)
    const give = async (amount: string, { end_plan = false } = {}) => {
      t.equal((await admin.client.post(path, { amount, reason: 'Outage', end_plan })).status, 200)
      await jobs.settled('sync-gateway-object')
      return statusOf(user)
    }
    t.equal(await give('4', { end_plan: true }), 'active', 'something is still paid')
    t.equal(await give('2'), 'active')
    t.equal(await give('3', { end_plan: true }), 'completed', double.name)
    t.equal(subscription.status, isOver[double.name])

    const { user: other } = await subscriber(double)
    t.equal((await admin.client.post(await refundPath(other), { reason: 'Gift' })).status, 200)
    await deliverAll(double)
    pairs.push({ user, other })
  }
  await jobs.runNow('reconcile-gateways')
  for (const { user, other } of pairs) {
    t.equal(await statusOf(other), 'active', 'it was not chosen')
    const { rows } = await app.coffer.billing.administration.transactions({}, 'en')
    const shown = rows.filter(({ user: { id }, type }) => type === 'charge' && [user.id, other.id].includes(id))
    t.same(
      new Set(shown.map(({ user: { id }, pays_plan }) => `${id} ${pays_plan}`)),
      new Set([`${other.id} true`, `${user.id} false`]),
    )
  }
  t.same(await ledgerFaults(app.coffer), [])
})

t.test('returned plans: a refund of all that was paid, made at the gateway’s side, ends the plan', async (t) => {
  const failed: string[] = []
  const others: Actor[] = []
  for (const double of reversing) {
    const { user, payment, subscription } = await subscriber(double)
    double.refundPayment(payment, 400)
    await deliverAll(double)
    t.equal(await statusOf(user), 'active', 'something is still paid')
    double.refundPayment(payment, 500)
    await deliverAll(double)
    t.equal(await statusOf(user), 'completed', double.name)
    t.equal(subscription.status, isOver[double.name])

    double.failRefund(payment)
    await deliverAll(double)
    t.equal(await statusOf(user), 'completed', 'what the gateway has ended does not begin again')
    t.equal((await notified()).split('Refund failed, plan ended').length - 1, failed.push(double.name))

    const { user: other, payment: paid } = await subscriber(double)
    const path = await refundPath(other)
    const held = double.holdNext(/^POST .*refund/)
    const refund = admin.client.post(path, { reason: 'Gift' })
    await held.reached
    double.reportRefunds(paid)
    await deliverAll(double)
    t.equal(await statusOf(other), 'active', 'the report of an administrator’s refund comes before its answer')
    held.release()
    t.equal((await refund).status, 200)
    others.push(other)
  }
  await jobs.runNow('reconcile-gateways')
  for (const other of others) t.equal(await statusOf(other), 'active', 'it was not chosen')
  t.same(await ledgerFaults(app.coffer), [])
})

t.test(
  'returned plans: a refund at the gateway’s side from before such refunds ended plans ends nothing',
  async (t) => {
    const run = async (direction: 'up' | 'down') => {
      const migration = new Migration20261130031000_reversals_that_end_plans(undefined as never, undefined as never)
      migration[direction]()
      for (const query of migration.getQueries()) await db.query(query as string)
    }
    for (const double of reversing) {
      const { user, payment, subscription } = await subscriber(double)
      double.refundPayment(payment, 900)
      await run('down')
      await db.query(
        `insert into gateway_reversals (gateway, kind, id, payment, amount, currency, status)
         select gateway, 'refund', $2, reference, amount, currency, 'taken' from ledger_transactions where user_id = $1`,
        [user.id, double.paymentOf(payment).refunds[0]?.id],
      )
      await run('up')
      await deliverAll(double)
      for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
      t.match(await refunds(user), [{ amount: 900, reason: 'refund' }], double.name)
      t.match([await statusOf(user), subscription.status], ['active', 'active'], double.name)
    }
    t.same(await ledgerFaults(app.coffer), [])
  },
)

t.test(
  'returned plans: a plan that is bought after a refund goes on, also while its payment is not listed',
  async (t) => {
    for (const double of reversing) {
      const { user } = await subscriber(double)
      const refund = { reason: 'Mistake', end_plan: true }
      t.equal((await admin.client.post(await refundPath(user), refund)).status, 200)
      await jobs.settled('sync-gateway-object')
      t.equal(await statusOf(user), 'completed')
      await subscribe(user, double)
      const subscription = double.subscriptionOf(newestOf(double).id)
      const payments = subscription.payments.splice(0)
      // PayPal names a payment with the subscription before it lists it.
      if (double.name === 'paypal')
        subscription.payments.push(...payments.map((each) => ({ ...each, at: new Date(Date.now() + 86_400_000) })))
      await deliverAll(double)
      await jobs.runNow('reconcile-gateways')
      t.match([await statusOf(user), subscription.status], ['active', 'active'], double.name)
      subscription.payments.splice(0, Number.POSITIVE_INFINITY, ...payments)
      await jobs.runNow('reconcile-gateways')
      t.match([await statusOf(user), subscription.status], ['active', 'active'], double.name)
      t.match(await db.query("select 1 from ledger_transactions where user_id = $1 and type = 'charge'", [user.id]), {
        length: 2,
      })
      t.same(await unneeded(user), [])
    }
  },
)

t.test('returned plans: the refund of a replaced plan does not end the plan that replaced it', async (t) => {
  for (const isLate of [false, true]) {
    const double = reversing.find(({ name }) => name === 'paypal') as ReversingDouble
    const user = await signUp(app)
    const [one, other] = [await begin(user, double), await begin(user, double)]
    for (const reference of [one, other]) double.pay(reference)
    const both = [...double.subscriptions.values()].slice(-2)
    const listed = both.map(({ payments }) => (isLate ? payments.splice(0) : []))
    await deliverAll(double)
    for (const [at, { payments }] of both.entries()) payments.push(...(listed[at] ?? []))
    await jobs.runNow('reconcile-gateways')
    const [replaced, valid] = both.toSorted((a, b) =>
      a.status === 'cancelled' ? -1 : b.status === 'cancelled' ? 1 : 0,
    )
    t.match([replaced, valid], [{ status: 'cancelled' }, { status: 'active' }])
    const rows = (await app.coffer.billing.administration.transactions({}, 'en')).rows
    const pays = new Map(rows.map(({ id, pays_plan }) => [id, pays_plan]))
    for (const [{ payments } = { payments: [] }, isOfPlan] of [
      [replaced, false],
      [valid, true],
    ] as const) {
      const id = await transactionOf(payments[0]?.id)
      t.equal(pays.get(id), isOfPlan, 'what the dialog of a refund preselects')
      const refund = { reason: 'Paid twice', end_plan: !isOfPlan }
      const path = `/api/subscriptions/admin/transactions/${id}/refund`
      t.equal((await admin.client.post(path, refund)).status, 200)
      await deliverAll(double)
      await jobs.settled('sync-gateway-object')
      t.match([await statusOf(user), valid?.status], ['active', 'active'], `${isLate} ${isOfPlan}`)
    }
  }
})
