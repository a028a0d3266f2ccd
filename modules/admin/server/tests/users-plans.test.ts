import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { AdminUserDetails, AdminUserPage } from '../../contract.ts'

const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
const { db, settings, jobs } = app.coffer.platform
const { subscriptions } = app.coffer.billing
const admin = await newAdmin(app, { name: 'Ada Admin' })
const api = admin.client

const newPlan = async (name: string) => {
  const { body } = await api.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name,
    amount: '9',
    currency: 'USD',
    interval: 'month',
    features: { max_storage_amount: 50, max_team_members: 5 },
  })
  return body.data.id
}
const subscribe = async (userId: string, planId: string, { isCancelled = false } = {}) => {
  const [version] = await db.query<{ id: string }>('select id from plan_versions where plan_id = $1', [planId])
  const period = { from: new Date(), to: new Date(Date.now() + 86_400_000) }
  await db.transaction(async (tx) => {
    const id = await subscriptions.create(tx, { userId, planVersionId: version?.id ?? '', gateway: 'system' })
    await subscriptions.apply(tx, id, { type: 'activated', period })
    if (isCancelled) await subscriptions.apply(tx, id, { type: 'cancelled', endsAt: period.to })
  })
}
const list = async (query = '') => (await api.get<AdminUserPage>(`/api/admin/users?${query}`)).body.data
const ids = async (query: string) => (await list(query)).map(({ data }) => data.id).sort()
const planOf = async (userId: string) => (await list()).find(({ data }) => data.id === userId)?.data.attributes.plan
const csv = async () => (await (await api.fetch('/api/admin/users/export.csv')).text()).split('\r\n')
const page = async (path: string) => (await api.fetch(path, { headers: { accept: 'text/html' } })).text()

const [paying, leaving, free] = [await signUp(app), await signUp(app), await signUp(app)]
const [small, large] = [await newPlan('=Small'), await newPlan('Large')]
await subscribe(paying.id, small)
await subscribe(leaving.id, large, { isCancelled: true })

t.test('users: without billing no plan is listed or exported, and fixed ones are shown while they last', async (t) => {
  await settings.set({ subscription_type: 'none' })
  t.match(await planOf(paying.id), { name: '=Small', status: 'active' }, 'a fixed plan is shown as long as it lasts')
  t.equal(await planOf(free.id), null)
  t.notMatch((await csv())[0], 'plan')
  const html = await page('/admin/users?subscription=active')
  t.notMatch(html, 'All plans')
  t.match(html, `data-user="${free.id}"`, 'a filter that is not shown does not narrow the list')
})

t.test('users: fixed plans are shown, filtered by and exported', async (t) => {
  await settings.set({ subscription_type: 'fixed' })
  t.strictSame(await planOf(paying.id), { name: '=Small', status: 'active', estimate: null })
  t.match(await planOf(leaving.id), { name: 'Large', status: 'cancelled' })
  t.equal(await planOf(free.id), null)
  t.strictSame(await ids('subscription=active'), [paying.id])
  t.strictSame(await ids('subscription=cancelled'), [leaving.id])
  t.strictSame(await ids('subscription=none'), [admin.id, free.id].sort())
  t.strictSame(await ids(`plan=${large}&sort=used`), [leaving.id])
  t.strictSame(await ids(`plan=${large}&subscription=active`), [])
  t.equal((await api.get('/api/admin/users?subscription=completed')).status, 422)

  const lines = await csv()
  t.match(lines[0], /,created_at,plan,subscription$/)
  const ends = new Map(lines.slice(1).map((line) => [line.slice(0, 36), line.split(',').slice(-2)]))
  t.strictSame(ends.get(paying.id), ["'=Small", 'active'], 'no formulas')
  t.strictSame(ends.get(free.id), ['', 'none'])

  const html = await page(`/admin/users?plan=${large}`)
  t.match(html, 'All plans')
  t.match(html, `data-user="${leaving.id}"`)
  t.notMatch(html, `data-user="${free.id}"`)
  t.match(await page(`/admin/user/${free.id}/details`), '>Free plan<')
  const { body } = await api.get<{ data: AdminUserDetails }>(`/api/admin/users/${leaving.id}`)
  t.match(body.data.attributes.plan, { name: 'Large' })
})

t.test('users: under metered billing the estimate of the running period is shown and exported', async (t) => {
  await api.post('/api/subscriptions/admin/plans', {
    type: 'metered',
    name: 'Usage',
    currency: 'USD',
    meters: [
      {
        key: 'flatFee',
        aggregate_strategy: 'maximum_usage',
        tiers: [{ first_unit: 1, last_unit: null, per_unit: '30', flat_fee: null }],
      },
    ],
  })
  await settings.set({ subscription_type: 'metered' })
  await jobs.runNow('apply-billing-engine')
  t.match(await planOf(free.id), { name: 'Usage', estimate: { currency: 'USD', formatted: /^\$/ } })
  t.match(await planOf(paying.id), { name: '=Small', estimate: null }, 'still subscribed to a fixed plan')
  const lines = await csv()
  t.match(lines[0], /,plan,estimate,currency$/)
  t.match(lines.find((line) => line.startsWith(free.id)) ?? '', /,Usage,\d+\.\d\d,USD$/)
  t.match(await page('/admin/users'), 'Usage estimate')
})
