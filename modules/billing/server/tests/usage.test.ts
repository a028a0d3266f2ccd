import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { runCommandInProcess } from '../../../../tests/support/command.ts'
import { mailed } from '../../../../tests/support/mail-folder.ts'
import { falsifyUsage } from '../../../../tests/support/metered-accounts.ts'
import { poll } from '../../../../tests/support/poll.ts'
import type { LedgerTransaction } from '../../contract.ts'

const app = await testApp(t)
const { db, jobs, settings } = app.coffer.platform
const admin = await newAdmin(app)
const tier = (per_unit: string) => [{ first_unit: 1, last_unit: null, per_unit, flat_fee: null }]
await admin.client.post('/api/subscriptions/admin/plans', {
  type: 'metered',
  name: 'Usage',
  currency: 'USD',
  meters: [
    { key: 'storage', aggregate_strategy: 'maximum_usage', tiers: tier('100000') },
    { key: 'bandwidth', aggregate_strategy: 'sum_of_usage', tiers: tier('1000000') },
    { key: 'member', aggregate_strategy: 'maximum_usage', tiers: tier('3') },
  ],
})
await admin.client.patch('/api/admin/settings', { name: 'subscription_type', value: 'metered' })

const upload = async (client: Client, name: string, bytes: number) => {
  const query = new URLSearchParams({ name, is_last_chunk: 'true' })
  const answer = await client.fetch(`/api/upload/chunks?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    body: Buffer.alloc(bytes, name),
  })
  return (await answer.json()) as { data: { id: string; attributes: { file_url: string } } }
}
interface Usages {
  amount: number
  estimated_at: string
  featureEstimates: Record<string, { usage: number; amount: number }>
}
const usagesOf = async (client: Client) =>
  (await client.get<{ data: { meta: { usages: Usages } } }>('/api/user')).body.data.meta.usages
const usageIn = ({ featureEstimates }: Usages) =>
  Object.fromEntries(Object.entries(featureEstimates).map(([feature, { usage }]) => [feature, usage]))
const eventsOf = async (userId: string) =>
  (await db.query<{ n: number }>('select count(*)::int as n from usage_events where user_id = $1', [userId]))[0]?.n

t.test('stored and moved bytes become events once an hour, whatever the number of requests', async (t) => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  t.equal((await usagesOf(user.client)).amount, 0)
  const { data } = await upload(user.client, 'a.txt', 10_000)
  const big = await upload(user.client, 'b.txt', 30_000)
  await user.client.post('/api/remove', { items: [{ id: big.data.id, type: 'file', force_delete: true }] })
  for (let n = 0; n < 40; n++) {
    const range = { range: `bytes=${n}-${n + 99}` }
    await (await user.client.fetch(data.attributes.file_url, { headers: range })).arrayBuffer()
  }
  await app.coffer.storage.api.traffic.flush()
  t.equal(await eventsOf(user.id), 1, 'the piece of the flat fee, and no event by a request')
  await Promise.all([jobs.runNow('report-usage'), jobs.runNow('report-usage')])
  t.same(usageIn(await usagesOf(user.client)), { storage: 40_000, bandwidth: 44_000, member: 0 }, 'the peak counts')
  t.equal(await eventsOf(user.id), 4, 'the peak, what is left, and the traffic')
  await jobs.runNow('report-usage')
  t.equal(await eventsOf(user.id), 4, 'nothing changed, nothing is added')
})

t.test('an estimate equals the later bill for the same moment; an old estimate is brought up to date', async (t) => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  await upload(user.client, 'a.txt', 70_001)
  await user.client.post('/api/teams/folders', {
    name: 'Team',
    invitations: [{ email: 'p@example.org', permission: 'can_view', type: 'invitation' }],
  })
  await db.query("update usage_meters set recorded_at = now() - interval '1 hour' where user_id = $1", [user.id])
  const estimate = await usagesOf(user.client)
  t.same(usageIn(estimate), { storage: 70_001, bandwidth: 70_001, member: 1 })
  t.equal(estimate.amount, 700 + 7_000 + 300)
  await db.query(
    "update subscriptions set period_from = $2::timestamptz + interval '1 ms' - interval '30 days', period_to = $2::timestamptz + interval '1 ms' where user_id = $1",
    [user.id, estimate.estimated_at],
  )
  await jobs.runNow('settle-subscriptions')
  const [bill] = await db.query<{ total: number }>('select total from bills where user_id = $1', [user.id])
  t.equal(bill?.total, estimate.amount)
  await mailed(app.dataDir, user.email, ({ subject }) => subject.match(/Your payment of \$80\.00 failed/)?.[0])
  const failed = '/api/subscriptions/failed-payments'
  const retried = await user.client.post(`${failed}/retry`, {})
  t.match(retried, { status: 409, body: { code: 'payment-declined' } }, 'nothing to pay with')
  t.match((await user.client.get<{ data: unknown }>(failed)).body.data, [
    { attributes: { amount: '$80.00', total: 8_000, attempts: 2, source: 'balance' } },
  ])
  t.match((await user.client.get<{ data: unknown }>('/api/user')).body.data, {
    relationships: {
      creditCards: { data: [] },
      subscription: {
        data: { attributes: { status: 'active' }, relationships: { plan: { data: { type: 'plans' } } } },
      },
      balance: { data: { type: 'balance', attributes: { balance: 0, currency: 'USD', formatted: '$0.00' } } },
      failedPayments: { data: [{ data: { attributes: { total: 8_000 } } }] },
    },
    meta: { totalDebt: { amount: 8_000, currency: 'USD', formatted: '$80.00' } },
  })
  await admin.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: '80.00' })
  const paid = async () =>
    (
      await db.query<{ id: string }>(
        "select id from ledger_transactions where user_id = $1 and type = 'withdrawal' and status = 'completed'",
        [user.id],
      )
    )[0]?.id
  const id = await poll(paid)
  t.match((await user.client.get<{ data: unknown }>(failed)).body.data, [])
  t.equal((await user.client.post(`${failed}/retry`, {})).status, 200, 'nothing is owed')
  const listed = await user.client.get<{ data: { data: LedgerTransaction }[] }>('/api/subscriptions/transactions')
  t.match(listed.body.data.find(({ data }) => data.id === id)?.data.attributes, {
    has_invoice: true,
    metadata: [{ feature: 'storage', usage: 70_001, cost: '$7.00' }, { feature: 'bandwidth' }, { feature: 'member' }],
  })
  const page = await user.client.fetch(`/invoices/${id}`)
  t.equal(page.status, 200)
  const html = await page.text()
  t.match(html, /\$80\.00/)
  t.match(html, user.email)
  t.equal((await admin.client.fetch(`/invoices/${id}`)).status, 200)
  t.equal((await (await signUp(app)).client.fetch(`/invoices/${id}`)).status, 404, 'somebody else’s')
})

t.test('the events of a period are summed up once after each recording, not by each page', async (t) => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  const before = await usagesOf(user.client)
  await db.query(
    `insert into usage_events (user_id, feature, quantity, created_at)
     select user_id, 'bandwidth', 70001, recorded_at from usage_meters where user_id = $1`,
    [user.id],
  )
  t.same(await usagesOf(user.client), before, 'the events are not read again')
  await jobs.runNow('report-usage')
  t.equal(usageIn(await usagesOf(user.client)).bandwidth, 70_001)
})

t.test('billing alert and spending cap: by their calls, once per period, and enforced', async (t) => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  const alert = '/api/subscriptions/billing-alert'
  const cap = '/api/subscriptions/spending-cap'
  t.equal((await user.client.post(alert, { amount: '5' })).status, 201)
  t.equal((await user.client.post(alert, { amount: '6' })).status, 422)
  t.equal((await user.client.put(alert, { amount: '0' })).status, 422)
  await upload(user.client, 'a.txt', 6_000)
  await jobs.runNow('report-usage')
  await mailed(app.dataDir, user.email, ({ subject }) => subject.match(/Your usage costs more than \$5\.00/)?.[0])
  const [sent] = await db.query<{ at: Date }>('select alert_sent_at as at from billing_accounts where user_id = $1', [
    user.id,
  ])
  await jobs.runNow('check-billing-alerts')
  t.same(
    await db.query('select alert_sent_at as at from billing_accounts where user_id = $1', [user.id]),
    [sent],
    'sent once',
  )
  t.equal((await user.client.put(cap, { amount: '5' })).status, 422, 'below what is used')
  t.equal((await user.client.put(cap, { amount: '6.60' })).status, 200)
  t.equal((await user.client.get<{ data: object }>('/api/user')).status, 200)
  const blocked = await user.client.post<{ code: string }>('/api/create-folder', { name: 'No' })
  t.equal(blocked.status, 401, 'the cap is reached')
  t.equal((await user.client.delete(cap)).status, 200)
  t.equal((await user.client.post('/api/create-folder', { name: 'Yes' })).status, 201)
  t.equal((await user.client.delete(alert)).status, 200)
})

t.test('a spending cap is not set below what was used since the last recording', async (t) => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  const cap = '/api/subscriptions/spending-cap'
  await upload(user.client, 'a.txt', 6_000)
  await jobs.runNow('report-usage')
  const estimate = String((await usagesOf(user.client)).amount / 100)
  await upload(user.client, 'b.txt', 6_000)
  await app.coffer.storage.api.traffic.flush()
  const below = { status: 422, body: { code: 'cap-below-usage' } }
  t.match(await user.client.put(cap, { amount: estimate }), below)
  t.equal((await user.client.put(cap, { amount: String(2 * Number(estimate)) })).status, 200)
})

t.test('a period that has ended and is not billed yet: what is used since belongs to the next one', async (t) => {
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  await upload(user.client, 'a.txt', 1_000)
  await jobs.runNow('report-usage')
  await user.client.post('/api/subscriptions/billing-alert', { amount: '50' })
  await db.query(
    `update subscriptions set period_from = now() - interval '30 days', period_to = date_trunc('milliseconds', now()) where user_id = $1`,
    [user.id],
  )
  await upload(user.client, 'b.txt', 70_000)
  await jobs.runNow('report-usage')
  t.same(usageIn(await usagesOf(user.client)), { storage: 1_000, bandwidth: 1_000, member: 0 })
  await jobs.runNow('check-billing-alerts')
  const sent = 'select 1 from billing_accounts where user_id = $1 and alert_sent_at is not null'
  t.same(await db.query(sent, [user.id]), [])
})

const useEngine = async (subscription_type: 'none' | 'metered') => {
  await settings.set({ subscription_type })
  return jobs.runNow('apply-billing-engine')
}
const billsOf = (userId: string) =>
  db.query('select total, status from bills where user_id = $1 order by period_from', [userId])

t.test('another engine: usage until then is billed and collected, and nothing is metered any more', async (t) => {
  // A change of the engine starts the job that applies it; from here on it runs when a test says so.
  await jobs.stop()
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  await upload(user.client, 'a.txt', 1_000)
  await admin.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: '1' })
  await useEngine('none')
  t.same(await db.query('select 1 from usage_meters'), [])
  t.same(await billsOf(user.id), [{ total: 100, status: 'paid' }], 'the traffic, and seconds of what is stored')
  t.match((await user.client.get('/api/user')).body, { data: { meta: { usages: {} } } })
})

t.test('another engine: a bill that nothing paid is tried again', async (t) => {
  await useEngine('metered')
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  await upload(user.client, 'a.txt', 2_000)
  await useEngine('none')
  t.same(await billsOf(user.id), [{ total: 200, status: 'open' }])
  await db.query("update bills set next_attempt_at = now() where status = 'open'")
  t.match(await jobs.runNow('retry-failed-payments'), { paid: 0 })
  const [{ attempts } = { attempts: 0 }] = await db.query<{ attempts: number }>(
    'select attempts from bills where user_id = $1',
    [user.id],
  )
  t.equal(attempts, 2)
})

t.test('metered again: what an account held in between is not billed', async (t) => {
  await useEngine('metered')
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  const { data } = await upload(user.client, 'a.txt', 50_000)
  const folder = await user.client.post<{ data: { id: string } }>('/api/teams/folders', {
    name: 'Team',
    invitations: [{ email: 'p@example.org', permission: 'can_view', type: 'invitation' }],
  })
  await jobs.runNow('report-usage')
  t.match(usageIn(await usagesOf(user.client)), { storage: 50_000, member: 1 })
  await useEngine('none')
  await user.client.post('/api/remove', { items: [{ id: data.id, type: 'file', force_delete: true }] })
  t.equal((await user.client.delete(`/api/teams/folders/${folder.body.data.id}`)).status, 200)
  await useEngine('metered')
  await jobs.runNow('report-usage')
  t.match(usageIn(await usagesOf(user.client)), { storage: 0, member: 0 })
  await db.query(
    "update subscriptions set period_to = date_trunc('milliseconds', now()) where user_id = $1 and status = 'active'",
    [user.id],
  )
  await jobs.runNow('settle-subscriptions')
  t.match((await billsOf(user.id)).at(-1), { total: 0 })
})

t.test('npm run cli -- billing recompute: exit code 0 while every bill is its recomputation', async (t) => {
  const env = { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir, NODE_ENV: 'production' }
  const month = new Date().toISOString().slice(0, 7)
  const proof = await runCommandInProcess(env, 'billing', 'recompute', '--period', month)
  t.match(proof, { code: 0, out: /^\d+ bills of [\d-]+: 0 differ, 0 without their payment\n$/ })
  await falsifyUsage(app.coffer, 100, 1_000_000)
  const found = await runCommandInProcess(env, 'billing', 'recompute', '--period', month)
  t.match(found, { code: 1, out: /100 is stored, 100100 computed/ })
  t.equal((await runCommandInProcess(env, 'billing', 'recompute', '--period', '2026-13')).code, 2)
})
