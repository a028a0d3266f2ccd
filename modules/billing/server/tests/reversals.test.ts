import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { deliver } from '../../../../tests/support/gateways/gateways.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { reversingPaymentsOf } from '../../../../tests/support/gateways/reversing-payments.ts'
import { ledgerFaults } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { Ledger } from '../services/ledger.ts'

const fixture = await reversingPaymentsOf(t)
const { app, admin, reversing, deliverAll, subscribe, refunds, refundPath, accountsOf, notified } = fixture
const { db, jobs } = app.coffer.platform
const ledger = new Ledger(db)

t.test(
  'reversals: refunds at the gateway’s side are posted and credited once, also before their payment',
  async (t) => {
    for (const double of reversing) {
      const user = await signUp(app)
      const payment = await subscribe(user, double)
      double.refundPayment(payment, 200)
      double.refundPayment(payment, 300)
      await deliverAll(double)
      await deliverAll(double)
      t.same(
        await refunds(user),
        [
          { amount: 200, reason: 'refund', total: 200 },
          { amount: 300, reason: 'refund', total: 300 },
        ],
        double.name,
      )
      const path = await refundPath(user)
      t.equal((await admin.client.post(path, { amount: '4.01', reason: 'Outage' })).status, 422, 'more than is left')
      t.equal((await admin.client.post(path, { amount: '4', reason: 'Outage' })).status, 200)
      t.equal((await admin.client.post(path, { reason: 'Outage' })).status, 409, 'nothing is left')
    }
    t.same(await ledgerFaults(app.coffer), [])
  },
)

t.test(
  'reversals: a reversal that waited for its payment is applied later if the process ended right after the payment',
  async (t) => {
    for (const double of reversing) {
      const user = await signUp(app)
      const payment = await subscribe(user, double)
      const events = double.events.length
      double.refundPayment(payment, 200)
      for (const { body } of double.events.slice(events)) await deliver(app, double, body)
      await jobs.settled('sync-gateway-object')
      // The transaction of the refund fails, the payment's does not.
      await db.query(`create function interrupt() returns trigger as $$ begin raise exception 'interrupted'; end $$ language plpgsql;
      create trigger interrupt before update of applied_status on gateway_reversals execute function interrupt()`)
      for (const { body } of double.events.slice(0, events)) await deliver(app, double, body)
      const charged = () =>
        db.query("select 1 from ledger_transactions where user_id = $1 and type = 'charge'", [user.id])
      await eventually(t, async () => (await charged()).length, 1, double.name)
      await db.query('drop function interrupt cascade')
      t.same(await refunds(user), [])
      double.renew([...double.subscriptions.keys()].at(-1) ?? '')
      const { body } = double.events.at(-1) ?? { body: '' }
      await deliver(app, double, body)
      await eventually(t, () => refunds(user), [{ amount: 200, reason: 'refund', total: 200 }], double.name)
    }
  },
)

t.test(
  'reversals: administrators are notified of a dispute; a lost one takes the money, a won one nothing',
  async (t) => {
    for (const double of reversing) {
      const [loser, winner] = [await signUp(app), await signUp(app)]
      const [lost, won] = [await subscribe(loser, double), await subscribe(winner, double)]
      await deliverAll(double)
      const [first, second] = [double.dispute(lost), double.dispute(won)]
      await deliverAll(double)
      t.same([await refunds(loser), await refunds(winner)], [[], []], 'not decided')
      double.decide(first, 'lost')
      double.decide(second, 'won')
      await deliverAll(double)
      t.same(await refunds(loser), [{ amount: 900, reason: 'dispute', total: 900 }], double.name)
      t.same(await refunds(winner), [])
      const told = await db.query<{ status: string }>(
        `select details->>'status' as status from audit_log where action = 'billing.payment.disputed'
       and target = any($1) order by status`,
        [[loser.id, winner.id]],
      )
      t.same(
        told.map(({ status }) => status),
        ['closed', 'open', 'open', 'taken'],
      )
    }
    const notifications = await notified()
    for (const title of ['Payment disputed', 'Dispute lost', 'Dispute closed']) t.match(notifications, title)
    t.same(await ledgerFaults(app.coffer), [])
  },
)

t.test('reversals: an administrator’s refund has one credit note, also when the gateway reports it', async (t) => {
  for (const double of reversing) {
    const user = await signUp(app)
    const payment = await subscribe(user, double)
    await deliverAll(double)
    const path = await refundPath(user)
    t.equal((await admin.client.post(path, { amount: '4', reason: 'Outage' })).status, 200, double.name)
    double.reportRefunds(payment)
    await deliverAll(double)
    t.same(await refunds(user), [{ amount: 400, reason: 'refund', total: 400 }], double.name)
    t.equal((await admin.client.post(path, { amount: '5', reason: 'Outage' })).status, 200, 'it counts once')
  }
})

t.test('reversals: a disputed prepaid balance that was spent is a debt, which later money repays', async (t) => {
  const [stripe] = reversing as [ReversingDouble]
  const user = await signUp(app)
  const { body } = await user.client.post<{ data: { reference: string } }>('/api/stripe/checkout', { amount: '20' })
  stripe.pay(body.data.reference)
  await deliverAll(stripe)
  const money = { userId: user.id, amount: 1_500, currency: 'USD', gateway: 'system' } as const
  await db.transaction((tx) =>
    ledger.post(tx, { ...money, type: 'withdrawal', from: { balance: user.id }, to: 'sales', key: `spent:${user.id}` }),
  )
  stripe.decide(stripe.dispute(stripe.checkoutOf(body.data.reference).payment?.id ?? ''), 'lost')
  await deliverAll(stripe)
  t.same(await accountsOf(user), { balance: 0, debt: -1_500 })
  t.match(await app.coffer.billing.administration.holdings(user.id, 'en'), { unpaid: [{ formatted: '$15.00' }] })
  const told = () =>
    db.query<{ status: string; owed: string | null }>(
      `select details->>'status' as status, details->>'isOwed' as owed from audit_log
       where action = 'billing.payment.disputed' and target = $1`,
      [user.id],
    )
  t.same(await told(), [{ status: 'taken', owed: 'true' }], 'administrators know it at once')
  await admin.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: '5' })
  await eventually(t, () => accountsOf(user), { balance: 0, debt: -1_000 }, 'money that is given')
  await db.transaction((tx) =>
    ledger.post(tx, { ...money, type: 'credit', from: 'bonus', to: { balance: user.id }, key: `lost:${user.id}` }),
  )
  t.match(await jobs.runNow('retry-failed-payments'), { repaid: 1 }, 'the event of the money was lost')
  t.match(await jobs.runNow('retry-failed-payments'), { repaid: 0 }, 'once')
  t.same(await accountsOf(user), { balance: 500, debt: 0 })
  for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
  t.equal((await told()).length, 1, 'once')
  t.same(await ledgerFaults(app.coffer), [])
})

t.test('reversals: the daily comparison finds reversals without a webhook; foreign ones are ignored', async (t) => {
  const [stripe] = reversing as [ReversingDouble]
  const user = await signUp(app)
  const payment = await subscribe(user, stripe)
  await deliverAll(stripe)
  const dispute = stripe.dispute(payment)
  await deliverAll(stripe)
  stripe.decide(dispute, 'lost')
  await jobs.runNow('reconcile-gateways')
  t.match(await refunds(user), [{ reason: 'dispute', total: 900 }])

  const foreign = { id: 'pay_foreign', amount: 100, currency: 'USD', at: new Date(), refunds: [] }
  stripe.charges.set(foreign.id, foreign)
  stripe.refundPayment(foreign.id, 100)
  await deliverAll(stripe)
  const posted = await db.query("select 1 from ledger_transactions where type = 'refund' and amount = 100")
  t.same(posted, [])
})

t.test(
  'reversals: a refund that its gateway rejects later, or never answers, is given up, and administrators are notified',
  async (t) => {
    const [stripe] = reversing as [ReversingDouble]
    for (const reason of ['rejected', 'late']) {
      const user = await signUp(app)
      await subscribe(user, stripe)
      await deliverAll(stripe)
      const path = await refundPath(user)
      stripe.failing = 1
      t.equal((await admin.client.post(path, { reason })).status, 200, 'no answer yet')
      const age = reason === 'late' ? '21 hours' : '5 minutes'
      await db.query('update refund_requests set created_at = now() - $1::interval where completed_at is null', [age])
      if (reason === 'rejected') Object.assign(stripe, { failing: 0, rejectingRefunds: true })
      t.match(await jobs.runNow('complete-refunds'), { failed: 1, open: 0 }, reason)
      Object.assign(stripe, { failing: 0, rejectingRefunds: false })
      const audited = await db.query("select 1 from audit_log where action = 'billing.refund.failed' and target = $1", [
        user.id,
      ])
      t.equal(audited.length, 1)
      await eventually(t, async () => (await notified()).includes('Refund failed'), true)
      t.equal((await admin.client.post(path, { reason })).status, 200, 'its amount is free again')
    }
  },
)

t.test(
  'reversals: a refund that fails after it succeeded is undone, with an invoice for its credit note',
  async (t) => {
    for (const double of reversing) {
      const user = await signUp(app)
      const payment = await subscribe(user, double)
      await deliverAll(double)
      const path = await refundPath(user)
      t.equal((await admin.client.post(path, { reason: 'Outage' })).status, 200, double.name)
      double.reportRefunds(payment)
      await deliverAll(double)
      double.failRefund(payment)
      await deliverAll(double)
      const rows = await db.query<{ tax: number }>(
        `select t.type, t.amount, t.note, i.total, i.tax, i.credited_invoice_id is not null as is_credit
       from ledger_transactions t join invoices i on i.transaction_id = t.id where t.user_id = $1 order by t.created_at, t.id`,
        [user.id],
      )
      const money = { amount: 900, total: 900 }
      t.match(
        rows,
        [
          { ...money, type: 'charge', is_credit: false },
          { ...money, type: 'refund', is_credit: true },
          { ...money, type: 'credit', note: 'Refund failed', is_credit: false, tax: rows[0]?.tax },
        ],
        double.name,
      )
      t.equal(rows.length, 3, 'once')
      t.equal((await admin.client.post(path, { amount: '4', reason: 'Again' })).status, 200, 'its amount is free again')
      t.match(await refunds(user), [{ amount: 400, total: 400 }, { amount: 900 }], 'with a credit note again')
    }
    t.match(await notified(), 'Refund failed')
    t.same(await ledgerFaults(app.coffer), [])
  },
)
