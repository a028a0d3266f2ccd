import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { deliver, gatewayDoubles } from '../../../../tests/support/gateways/gateways.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { ledgerFaults } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { Ledger } from '../services/ledger.ts'

const { doubles, env } = await gatewayDoubles(t)
const reversing = doubles as ReversingDouble[]
const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, settings, jobs } = app.coffer.platform
const ledger = new Ledger(db)
const admin = await newAdmin(app)
await settings.set({ allowed_payments: true, subscription_type: 'fixed', tax_rates: { DE: '19' } })
for (const { name: service, credentials } of doubles)
  await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
const { body: plan } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
  type: 'fixed',
  name: 'Plus',
  amount: '9',
  currency: 'USD',
  interval: 'month',
  features: { max_storage_amount: 50, max_team_members: 5 },
})

/** Sends all events of a gateway three times each, the newest first. */
const deliverAll = async (double: ReversingDouble) => {
  for (let round = 0; round < 3; round++)
    for (const { body } of [...double.events].reverse()) await deliver(app, double, body)
  await jobs.settled('sync-gateway-object')
}
/** Pays for a plan; resolves with the gateway's own id of the payment, before anything is delivered. */
const subscribe = async ({ client }: Actor, double: ReversingDouble): Promise<string> => {
  const { body } = await client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
    planCode: plan.data.id,
  })
  double.pay(body.data.reference)
  return [...double.subscriptions.values()].at(-1)?.payments[0]?.id ?? ''
}
const refunds = ({ id }: Actor) =>
  db.query<{ amount: number; reason: string; total: number }>(
    `select t.amount, i.lines->0->>'item' as reason, i.total from ledger_transactions t
     join invoices i on i.transaction_id = t.id where t.user_id = $1 and t.type = 'refund' order by t.amount`,
    [id],
  )
/** The administrators' call that refunds the user's payment. */
const refundPath = async ({ id }: Actor) => {
  const [charge] = await db.query<{ id: string }>(
    "select id from ledger_transactions where user_id = $1 and type = 'charge'",
    [id],
  )
  return `/api/subscriptions/admin/transactions/${charge?.id}/refund`
}
const accountsOf = async ({ id }: Actor) => {
  const rows = await db.query<{ kind: string; balance: number }>(
    'select kind, balance from ledger_accounts where user_id = $1',
    [id],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}
const notified = async () => {
  const { body } = await admin.client.get<{ data: { data: { attributes: { title?: string } } }[] }>(
    '/api/notifications',
  )
  return JSON.stringify(body)
}

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
  'reversals: what waited for its payment is applied later when the process ended right after the payment',
  async (t) => {
    for (const double of reversing) {
      const user = await signUp(app)
      const payment = await subscribe(user, double)
      const events = double.events.length
      double.refundPayment(payment, 200)
      for (const { body } of double.events.slice(events)) await deliver(app, double, body)
      await jobs.settled('sync-gateway-object')
      // The transaction of the refund fails, that of its payment does not.
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

t.test('reversals: administrators are told of a dispute; a lost one takes the money, a won one nothing', async (t) => {
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
})

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
  const money = { userId: user.id, amount: 1_500, currency: 'USD', driver: 'system' }
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

t.test('reversals: a dispute that a refund has settled takes the money once, whichever is told first', async (t) => {
  for (const double of reversing)
    for (const first of ['refund', 'dispute'] as const) {
      const user = await signUp(app)
      const { body } = await user.client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
        amount: '20',
      })
      double.pay(body.data.reference)
      await deliverAll(double)
      const payment = double.checkoutOf(body.data.reference).payment?.id ?? ''
      const dispute = double.dispute(payment)
      const steps = [() => double.refundPayment(payment, 2_000), () => double.decide(dispute, 'lost')]
      for (const step of first === 'refund' ? steps : steps.reverse()) {
        step()
        await deliverAll(double)
      }
      const back = await db.query("select amount from ledger_transactions where user_id = $1 and type = 'refund'", [
        user.id,
      ])
      t.same(back, [{ amount: 2_000 }], `${double.name}: ${first}`)
      t.same(await accountsOf(user), { balance: 0, debt: 0 })
    }
  t.same(await ledgerFaults(app.coffer), [])
})

t.test(
  'reversals: of a disputed payment only what a refund has left is taken; a failed refund leaves all',
  async (t) => {
    const [stripe] = reversing as [ReversingDouble]
    const [user, other] = [await signUp(app), await signUp(app)]
    const payments = [await subscribe(user, stripe), await subscribe(other, stripe)] as const
    stripe.refundPayment(payments[0], 500)
    stripe.refundPayment(payments[1], 900)
    await deliverAll(stripe)
    for (const payment of payments) stripe.decide(stripe.dispute(payment), 'lost')
    await deliverAll(stripe)
    const [refund, dispute] = [
      { amount: 500, reason: 'refund' },
      { amount: 400, reason: 'dispute' },
    ]
    t.match(await refunds(user), [dispute, refund])
    t.match(await refunds(other), [{ amount: 900, reason: 'refund' }])
    stripe.failRefund(payments[1])
    await deliverAll(stripe)
    await jobs.runNow('reconcile-gateways')
    t.match((await refunds(other)).map(({ reason }) => reason).sort(), ['dispute', 'refund'])
    t.same(await ledgerFaults(app.coffer), [])
  },
)

t.test('reversals: what no webhook told is found by the daily comparison; what is not ours is ignored', async (t) => {
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

t.test('reversals: a refund that its gateway rejects later, or never answers, is given up and told', async (t) => {
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
})

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
