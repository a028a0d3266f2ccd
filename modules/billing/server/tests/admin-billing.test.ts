import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { deliver, gatewayDoubles } from '../../../../tests/support/gateways/gateways.ts'
import { ledgerFaults } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import type { AdminTransaction, Plan, PlanSyncResult } from '../../contract.ts'

const { doubles, env } = await gatewayDoubles(t)
const [stripe, paypal] = doubles as [GatewayDouble, GatewayDouble]
const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, settings, jobs } = app.coffer.platform
const { administration } = app.coffer.billing
const admin = await newAdmin(app)
await settings.set({ allowed_payments: true, subscription_type: 'fixed' })
for (const { name: service, credentials } of doubles)
  await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })

const base = '/api/subscriptions/admin'
const count = async (sql: string, values: unknown[] = []) => (await db.query(sql, values)).length
const newPlan = async (name: string) => {
  const features = { max_storage_amount: 50, max_team_members: 5 }
  const { body } = await admin.client.post<{ data: Plan }>(`${base}/plans`, {
    type: 'fixed',
    name,
    amount: '9',
    currency: 'USD',
    interval: 'month',
    features,
  })
  return body.data.id
}
const begin = async ({ client }: Actor, double: GatewayDouble, body: object) => {
  const answer = await client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, body)
  const { reference } = answer.body.data
  double.pay(reference)
  await client.get(`/api/subscriptions/checkouts/${reference}`)
  return reference
}
const balance = async ({ client }: Actor) =>
  (await client.get<{ data: { balance: number } }>('/api/subscriptions/balance')).body.data.balance
const spend = ({ id: userId }: Actor, amount: number) =>
  db.transaction((tx) =>
    app.coffer.billing.ledger.post(tx, {
      userId,
      amount,
      currency: 'USD',
      type: 'withdrawal',
      gateway: 'system',
      key: userId,
      from: { balance: userId },
      to: 'sales',
    }),
  )
const newest = async () => (await administration.newestTransactions('en'))[0] as AdminTransaction
const refund = ({ id }: AdminTransaction, body: object) =>
  admin.client.post<{ code?: string }>(`${base}/transactions/${id}/refund`, body)
const refunds = ({ id }: Actor) =>
  db.query<{ amount: number }>("select amount from ledger_transactions where type = 'refund' and user_id = $1", [id])
const audited = ({ id }: Actor) =>
  count("select 1 from audit_log where action = 'billing.payment.refunded' and target = $1", [id])

t.test('refunds: a payment into a balance is given back in parts, posted and audited once each', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const reference = await begin(user, double, { amount: '20' })
    const payment = await newest()
    t.match(payment, { total: '$20.00', refundable: '20.00', user: { id: user.id } })
    t.equal((await refund(payment, { amount: '5' })).status, 422, 'a reason is required')
    t.match(await refund(payment, { amount: '20.01', reason: 'x' }), { body: { code: 'refund-too-high' } })
    t.match(await refund(payment, { amount: '0', reason: 'x' }), { body: { code: 'invalid-amount' } })
    t.equal((await refund(payment, { amount: '5', reason: 'Paid twice' })).status, 200, double.name)
    t.equal(await balance(user), 1_500)

    // The gateway reports the refund too.
    await user.client.get(`/api/subscriptions/checkouts/${reference}`)
    for (const { body } of double.events) await deliver(app, double, body)
    await jobs.settled('sync-gateway-object')
    await jobs.runNow('reconcile-gateways')
    t.match(await refunds(user), [{ amount: 500 }], double.name)
    t.equal(await audited(user), 1)

    const twice = await Promise.all([1, 2].map(() => refund(payment, { reason: 'The rest' })))
    t.same(twice.map(({ status }) => status).sort(), [200, 409], 'the rest is given back once')
    t.equal(await balance(user), 0)
    t.equal(double.checkoutOf(reference).payment?.refunds.length, 2)
  }
  t.strictSame(await ledgerFaults(app.coffer), [])
})

t.test('refunds: less than a gateway charges', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    await begin(user, double, { amount: '20' })
    const payment = await newest()
    t.equal((await refund(payment, { amount: '19.70', reason: 'Most of it' })).status, 200, double.name)
    t.match(await refund(payment, { amount: '0.30', reason: 'The rest' }), { status: 200 }, double.name)
    t.equal(await balance(user), 0)
  }
})

t.test('refunds: no more than the balance that was paid into; bonuses and refunds are no payments', async (t) => {
  const user = await signUp(app)
  await begin(user, stripe, { amount: '20' })
  const payment = await newest()
  await spend(user, 1_500)
  t.match(await refund(payment, { reason: 'x' }), { status: 422, body: { code: 'refund-above-balance' } })
  t.equal(await balance(user), 500)
  await admin.client.post(`${base}/users/${user.id}/credit`, { amount: '3' })
  const credit = await newest()
  t.match(credit, { type: 'credit', refundable: null })
  t.match(await refund(credit, { reason: 'x' }), { status: 409, body: { code: 'refund-rejected' } })
  const unknown = { ...credit, id: '00000000-0000-7000-8000-000000000000' }
  t.equal((await refund(unknown, { reason: 'x' })).status, 404)
})

t.test(
  'refunds: two payments into one balance: never more than the balance has left, also while a refund is not complete',
  async (t) => {
    for (const isDown of [false, true]) {
      const user = await signUp(app)
      const payments: AdminTransaction[] = []
      for (let n = 0; n < 2; n++) {
        await begin(user, stripe, { amount: '10' })
        payments.push(await newest())
      }
      await spend(user, 1_000)
      stripe.failing = isDown ? 1 : 0
      const refundAll = payments.map((payment) => () => refund(payment, { reason: 'Both' }))
      const answers = isDown
        ? [await refundAll[0]?.(), await refundAll[1]?.()]
        : await Promise.all(refundAll.map((one) => one()))
      stripe.failing = 0
      t.same(answers.map((answer) => answer?.status).sort(), [200, 422], isDown ? 'one after the other' : 'at once')
      t.equal(answers.find((answer) => answer?.status === 422)?.body.code, 'refund-above-balance')
      await db.query("update refund_requests set created_at = now() - interval '1 hour' where completed_at is null")
      await jobs.runNow('complete-refunds')
      t.match(await refunds(user), [{ amount: 1_000 }])
      t.equal(await balance(user), 0)
      t.same(
        await db.query("select 1 from ledger_accounts where kind = 'debt' and balance <> 0 and user_id = $1", [
          user.id,
        ]),
        [],
      )
    }
  },
)

t.test('refunds: a refund sent again with the same key is given once, complete or not', async (t) => {
  for (const isDown of [false, true]) {
    const user = await signUp(app)
    const reference = await begin(user, stripe, { amount: '20' })
    const payment = await newest()
    const key = 'a1b2c3d4e5f60718'
    stripe.failing = isDown ? 1 : 0
    t.equal((await refund(payment, { amount: '5', reason: 'Lost', key })).status, 200)
    stripe.failing = 0
    t.equal((await refund(payment, { amount: '5.00', reason: 'Lost', key })).status, 200)
    await db.query("update refund_requests set created_at = now() - interval '1 hour' where completed_at is null")
    await jobs.runNow('complete-refunds')
    t.match(await refunds(user), [{ amount: 500 }])
    t.equal(stripe.checkoutOf(reference).payment?.refunds.length, 1)
    t.equal((await refund(payment, { amount: '6', reason: 'Another', key })).status, 200, 'another amount')
    t.equal((await refund(payment, { amount: '5', reason: 'Another', key: `${key}1` })).status, 200, 'another key')
    t.equal(await balance(user), 400)
  }
})

t.test('refunds: a subscription’s payment; a gateway without an answer is asked again with the same key', async (t) => {
  const plan = await newPlan('Refundable')
  for (const double of doubles) {
    const user = await signUp(app)
    await begin(user, double, { planCode: plan })
    for (const { body } of double.events.slice(-2)) await deliver(app, double, body)
    await eventually(t, async () => (await newest()).user.id, user.id, double.name)
    const payment = await newest()
    double.failing = 1
    t.equal((await refund(payment, { amount: '4', reason: 'Outage' })).status, 200)
    t.strictSame(await refunds(user), [])
    double.failing = 0
    await db.query("update refund_requests set created_at = now() - interval '1 hour' where completed_at is null")
    t.match(await jobs.runNow('complete-refunds'), { completed: 1, open: 0 })
    t.match(await refunds(user), [{ amount: 400 }], double.name)
    t.equal(await audited(user), 1)
    const paid = [...double.subscriptions.values()].at(-1)?.payments.at(-1)
    t.match(paid?.refunds, { length: 1 }, 'refunded once at the gateway')
    t.match(await newest(), { type: 'refund', total: '$4.00' })
  }
  t.match(await administration.earnings('en'), [/^\$/])
  t.strictSame(await ledgerFaults(app.coffer), [])
})

t.test('plans: synchronised with each gateway; a failure is on the dashboard until a later run succeeds', async (t) => {
  const id = await newPlan('Everywhere')
  const sync = async () =>
    (await admin.client.post<{ data: PlanSyncResult[] }>(`${base}/plans/synchronize`, {})).body.data
  const health = async () =>
    (await admin.client.get<{ data: { id: string; outcome: string }[] }>('/api/admin/health')).body.data.find(
      (check) => check.id === 'plans',
    )
  paypal.failing = 1
  t.match(
    (await sync()).map(({ gateway, failed }) => [gateway, failed > 0]),
    [
      ['stripe', false],
      ['paypal', true],
      ['paystack', false],
    ],
  )
  t.match(await health(), { outcome: 'failed', values: { gateways: 'paypal' } })
  paypal.failing = 0
  const allSynced = [{ failed: 0 }, { failed: 0 }, { failed: 0 }]
  const atOnce = await Promise.all([sync(), sync(), sync(), jobs.runNow('sync-plans')])
  t.match(atOnce, Array(4).fill(allSynced), 'an administrator’s run beside the job’s')
  t.match(await health(), { outcome: 'ok' })
  const { body } = await admin.client.get<{ data: Plan }>(`${base}/plans/${id}`)
  const prices = body.data.meta.driver_plan_id
  t.same(Object.keys(prices).sort(), ['paypal', 'paystack', 'stripe'])

  paypal.failing = 1
  t.match((await admin.client.delete<{ message: string }>(`${base}/plans/${id}`)).body.message, /tries again/)
  t.equal(stripe.priceOf(prices.stripe ?? '').active, false)
  t.equal(paypal.priceOf(prices.paypal ?? '').active, true)
  paypal.failing = 0
  t.match(await jobs.runNow('sync-plans'), allSynced)
  t.equal(paypal.priceOf(prices.paypal ?? '').active, false)
  const archived = await admin.client.get<{ data: Plan }>(`${base}/plans/${id}`)
  t.match(archived.body.data.attributes, { status: 'archived', visible: false })
  await settings.set({ subscription_type: 'none' })
  t.equal(await health(), undefined, 'plans that cannot be had are not mentioned')
})

t.test('bonus: a new account of a metered installation gets it once; administrators get nothing', async (t) => {
  await settings.set({
    subscription_type: 'metered',
    allowed_registration_bonus: true,
    registration_bonus_amount: 7.495,
  })
  const tiers = [{ first_unit: 1, last_unit: null, per_unit: '1', flat_fee: null }]
  await admin.client.post(`${base}/plans`, {
    type: 'metered',
    name: 'Usage',
    currency: 'USD',
    meters: [{ key: 'storage', aggregate_strategy: 'maximum_usage', tiers }],
  })
  const user = await signUp(app)
  await eventually(t, () => balance(user), 750, 'rounded up to what the currency has')
  await app.coffer.billing.credits.welcome(user.id)
  t.equal(await balance(user), 750)
  t.match(await newest(), { note: 'Registration Bonus', type: 'credit', total: '$7.50' })
  await app.coffer.billing.credits.welcome(admin.id)
  t.equal(await balance(admin), 0)
  t.equal(await count("select 1 from notifications where category = 'gift' and user_id = $1", [user.id]), 1)
})
