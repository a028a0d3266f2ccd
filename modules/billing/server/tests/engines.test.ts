import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { uploadText } from '../../../../tests/support/teams.ts'
import type { OwnLimits } from '../engines/engine.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const second = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
const { db } = app.coffer.platform
const { plans, subscriptions } = app.coffer.billing
const admin = await newAdmin(app)
const actor = { actorId: admin.id, ip: '127.0.0.1' }
const megabyte = 1_000_000
const day = 86_400_000

const setEngine = (value: string) => admin.client.patch('/api/admin/settings', { name: 'subscription_type', value })
const planOf = (name: string, max_storage_bytes: number | null, max_team_members: number | null) =>
  plans.create(actor, 'fixed', {
    name,
    max_storage_bytes,
    max_team_members,
    meters: null,
    description: null,
    amount: 1_000,
    currency: 'USD',
    interval: 'month',
  })
const subscribe = (userId: string, planVersionId: string) =>
  db.transaction(async (tx) => {
    const id = await subscriptions.create(tx, { userId, planVersionId, gateway: 'stripe' })
    const period = { from: new Date(Date.now() - day), to: new Date(Date.now() + 29 * day) }
    await subscriptions.apply(tx, id, { type: 'activated', period })
    return id
  })
/** Begins an upload whose size is reserved with its first byte. */
const begin = async (client: Client, size: number) => {
  const upload = { name: `${randomUUID()}.bin`, upload_id: randomUUID(), offset: '0', is_last_chunk: 'false' }
  const answer = await client.fetch(
    `/api/upload/chunks?${new URLSearchParams({ ...upload, total_size: String(size) })}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
      body: Buffer.from('x'),
    },
  )
  await answer.text()
  return answer.status
}
interface Meta {
  restrictions: { canUpload: boolean; canDownload: boolean; reason: string | null }
  limitations: Record<string, { use: number; total: number | null; percentage: number }>
  usages: { costEstimate?: string; amount?: number; featureEstimates?: Record<string, { usage: number }> }
}
const metaOf = async (client: Client) => (await client.get<{ data: { meta: Meta } }>('/api/user')).body.data.meta
const used = async ({ id }: Actor) =>
  (
    await db.query<{ bytes: number }>('select used_bytes + reserved_bytes as bytes from usage where user_id = $1', [id])
  )[0]?.bytes ?? 0
const race = async (client: Client) => {
  const statuses = await Promise.all(Array.from({ length: 64 }, () => begin(client, 5 * megabyte)))
  return { stored: statuses.filter((status) => status === 200).length, statuses: [...new Set(statuses)].sort() }
}

t.test('none: a decimal default storage lets uploads and copies pass', async (t) => {
  const { settings } = app.coffer.platform
  await settings.set({ default_max_storage_amount: 4.1 })
  t.teardown(() => settings.set({ default_max_storage_amount: 5 }))
  const user = await signUp(app)
  const { body } = await uploadText(user, null, 'a.txt')
  const copied = await user.client.post('/api/copy', { items: [{ type: 'file', id: body.data.id }], to_id: null })
  t.match(copied, { status: 201 })
  t.equal(await begin(user.client, megabyte), 200, 'in chunks')
})

t.test('none: 64 parallel uploads against 100 MB: never a byte over', async (t) => {
  const user = await signUp(app)
  await db.query('update users set max_storage_bytes = $2 where id = $1', [user.id, 100 * megabyte])
  t.same(await race(user.client), { stored: 20, statuses: [200, 423] })
  t.equal(await used(user), 100 * megabyte)
})

t.test('fixed: the plan limits storage and people; a change is true at the next request of any process', async (t) => {
  await setEngine('fixed')
  const [small, large] = [await planOf('S', 100 * megabyte, 1), await planOf('L', 200 * megabyte, null)]
  const user = await signUp(app)
  t.match((await metaOf(user.client)).limitations, {
    max_storage_amount: { use: 0, total: 5_000_000_000 },
    max_team_members: { use: 0, total: 10 },
  })
  const id = await subscribe(user.id, small.id)
  t.same(await race(user.client), { stored: 20, statuses: [200, 423] })
  t.equal(await used(user), 100 * megabyte)
  const invite = (n: number) =>
    user.client.post('/api/teams/folders', {
      name: `Team ${n}`,
      invitations: [{ email: `p${n}@example.org`, permission: 'can_view', type: 'invitation' }],
    })
  const invited = await Promise.all(Array.from({ length: 20 }, (_, n) => invite(n)))
  t.equal(invited.filter(({ status }) => status === 201).length, 1, '20 invitations, one seat')
  t.match((await metaOf(user.client)).limitations, { max_team_members: { use: 1, total: 1, percentage: 100 } })

  const elsewhere = anonymous(second)
  await elsewhere.post('/login', { email: user.email, password: user.password })
  t.equal(await begin(elsewhere, megabyte), 423)
  const period = { from: new Date(), to: new Date(Date.now() + 30 * day) }
  await db.transaction((tx) => subscriptions.apply(tx, id, { type: 'changed', planVersionId: large.id, period }))
  t.equal(await begin(user.client, megabyte), 200, 'this process')
  t.equal(await begin(elsewhere, megabyte), 200, 'another process')
  t.equal((await metaOf(elsewhere)).limitations.max_team_members?.total, -1)

  await db.transaction((tx) => subscriptions.apply(tx, id, { type: 'completed', at: new Date() }))
  t.equal((await metaOf(user.client)).limitations.max_storage_amount?.total, 5_000_000_000, 'the free plan again')
})

t.test('metered: nothing is limited but by the account’s own spending cap', async (t) => {
  const tier = (per_unit: string) => [{ first_unit: 1, last_unit: null, per_unit, flat_fee: null }]
  await admin.client.post('/api/subscriptions/admin/plans', {
    type: 'metered',
    name: 'Usage',
    currency: 'USD',
    meters: [
      { key: 'storage', aggregate_strategy: 'maximum_usage', tiers: tier('1') },
      { key: 'flatFee', aggregate_strategy: 'maximum_usage', tiers: tier('0.90') },
    ],
  })
  await setEngine('metered')
  const user = await signUp(app)
  const { jobs, realtime } = app.coffer.platform
  await jobs.runNow('apply-billing-engine')
  t.match(await metaOf(user.client), {
    restrictions: { canUpload: true, reason: null },
    limitations: {},
    usages: { costEstimate: '$0.90', amount: 90, featureEstimates: { flatFee: { usage: 1 } } },
  })
  t.equal(await begin(user.client, 6_000 * megabyte), 200, 'not limited by the default of 5 GB')
  await db.query('update usage set reserved_bytes = 0 where user_id = $1', [user.id])

  // $1.00 less the flat fee leaves $0.10 for storage, and half a cent more is rounded away: 104,950,000 bytes.
  await db.query('insert into billing_accounts (user_id, spending_cap) values ($1, 100)', [user.id])
  realtime.accountsChanged([user.id])
  t.same(await race(user.client), { stored: 20, statuses: [200, 423] })
  t.equal(await begin(user.client, 4_949_999), 200, 'to the byte')
  t.equal(await begin(user.client, 1), 423)

  const folder = await user.client.post<{ data: { id: string } }>('/api/create-folder', { name: 'Shared' })
  const shared = { id: folder.body.data.id, type: 'folder', permission: 'visitor' }
  const { token } = (await user.client.post<{ data: { attributes: { token: string } } }>('/api/share', shared)).body
    .data.attributes
  t.equal((await anonymous(app).get(`/api/sharing/${token}`)).status, 200)
  await db.query("update billing_accounts set dunning_reason = 'payment-failed', dunning_sequence = 3")
  realtime.accountsChanged([user.id])
  t.match((await metaOf(user.client)).restrictions, { canDownload: false, reason: 'billing:reason.payment-failed' })
  t.equal(await begin(user.client, 1), 401)
  t.equal((await user.client.post('/api/create-folder', { name: 'No' })).status, 401)
  t.match(await anonymous(app).get(`/api/sharing/${token}`), { status: 401, body: { code: 'share-unavailable' } })
})

t.test(
  'limits of one account have an effect where no plan and no meter decides; administrators see which',
  async (t) => {
    await setEngine('fixed')
    const [free, subscriber] = [await signUp(app), await signUp(app)]
    await subscribe(subscriber.id, (await planOf('Limits', 50 * megabyte, 3)).id)
    const ownLimits = async ({ id }: Actor) =>
      (await admin.client.get<{ data: { meta: { own_limits: OwnLimits } } }>(`/api/admin/users/${id}`)).body.data.meta
        .own_limits
    const expected = {
      none: { storage: true, members: false },
      fixed: { storage: true, members: true },
      metered: { storage: false, members: false },
    }
    for (const [engine, limits] of Object.entries(expected)) {
      await setEngine(engine)
      t.same(await ownLimits(free), limits, engine)
    }
    await setEngine('fixed')
    t.same(await ownLimits(subscriber), { storage: false, members: false }, 'a plan has limits of its own')
    await setEngine('none')
    await app.coffer.platform.settings.set({ storage_limitation: false })
    t.same(await ownLimits(free), { storage: false, members: false })
  },
)
