import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { SubscriptionGateway } from '../gateways/gateway.ts'
import { subscriptionStateOf } from '../subscriptions/subscription.row.ts'
import { SubscriptionChanges } from '../subscriptions/subscription-changes.ts'

const app = await testApp(t)
const { db, audit, settings } = app.coffer.platform
await settings.set({ subscription_type: 'fixed' })
const { plans, subscriptions } = app.coffer.billing
const admin = await newAdmin(app)
const actor = { actorId: admin.id, ip: '127.0.0.1' }
const limits = { max_storage_bytes: 10 ** 9, max_team_members: 1, meters: null, description: null }
const planOf = (name: string, amount: number, currency = 'USD') =>
  plans.create(actor, 'fixed', { ...limits, name, amount, currency, interval: 'month' })
const [small, large, euros] = [await planOf('S', 1_000), await planOf('L', 3_000), await planOf('E', 3_000, 'EUR')]
const day = 86_400_000
const month = () => ({ from: new Date(Date.now() - 15 * day), to: new Date(Date.now() + 15 * day) })
const subscribe = (userId: string, planVersionId = small.id) =>
  db.transaction(async (tx) => {
    const id = await subscriptions.create(tx, { userId, planVersionId, gateway: 'stripe' })
    await subscriptions.apply(tx, id, { type: 'activated', period: month() })
    return id
  })

t.test('an account has one current subscription: a second one takes its place, by parallel calls too', async (t) => {
  const user = await signUp(app)
  t.equal((await user.client.get('/api/subscriptions/detail')).status, 404)
  const ids = await Promise.all([1, 2, 3, 4].map(() => subscribe(user.id).catch(({ code }) => code as string)))
  const current = await db.query("select id from subscriptions where user_id = $1 and status = 'active'", [user.id])
  t.equal(current.length, 1)
  t.ok(
    ids.every((id) => id === '23505' || id.length === 36),
    'a call that was too late fails as a whole',
  )
  const answer = await user.client.get('/api/subscriptions/detail')
  t.match(answer.body, {
    data: {
      attributes: { status: 'active', driver: 'stripe' },
      relationships: { plan: { data: { id: small.plan_id } } },
    },
  })
  t.same((await admin.client.get(`/api/subscriptions/admin/users/${user.id}/subscription`)).body, answer.body)
})

t.test('a change shows its proration before; without the gateway nothing happens', async (t) => {
  const { client, id: userId } = await signUp(app)
  await subscribe(userId)
  const preview = await client.get<{ data: Record<string, { amount: number }> }>(
    `/api/subscriptions/swap/${large.plan_id}`,
  )
  t.match(preview.body.data, { credit: { amount: 500 }, charge: { amount: 1_500 }, due: { formatted: '$10.00' } })
  for (const other of [small, euros])
    t.equal((await client.get(`/api/subscriptions/swap/${other.plan_id}`)).status, 422, other.name)
  for (const path of ['cancel', `swap/${large.plan_id}`])
    t.equal((await client.post(`/api/subscriptions/${path}`)).status, 503, path)
  t.equal((await client.post('/api/subscriptions/resume')).status, 409)
  t.equal((await subscriptions.current(userId))?.status, 'active')
})

t.test('cancel, resume and change by a gateway: its state is applied, and recorded', async (t) => {
  const userId = (await signUp(app)).id
  const id = await subscribe(userId)
  const gateway: SubscriptionGateway = {
    name: 'stripe',
    exclusively: (_row, fn) => fn(),
    cancel: async (row) => ({ ...subscriptionStateOf(row), status: 'cancelled', endsAt: row.period_to }),
    resume: async (row) => ({ ...subscriptionStateOf(row), status: 'active', endsAt: null }),
    change: async (row, to) => ({ state: { ...subscriptionStateOf(row), planVersionId: to.id } }),
    managePage: async () => null,
    refresh: async () => undefined,
  }
  const changes = new SubscriptionChanges({ db, audit, settings, plans, subscriptions, gateways: [gateway] })
  const caller = { actorId: userId, ip: '127.0.0.1' }
  await changes.cancel(userId, caller)
  t.match(await subscriptions.current(userId), { status: 'cancelled' }, 'valid until the end of the period')
  await t.rejects(changes.cancel(userId, caller), { code: 'subscription-state' })
  const { resume } = gateway
  gateway.resume = async (row) => subscriptionStateOf(row)
  await t.rejects(changes.resume(userId, caller), { code: 'subscription-state' }, 'its gateway leaves it cancelled')
  const resumed = "select 1 from audit_log where action = 'billing.subscription.resumed'"
  t.same(await db.query(resumed), [])
  gateway.resume = resume
  await changes.resume(userId, caller)
  t.equal((await db.query(resumed)).length, 1)
  t.match(await subscriptions.current(userId), { status: 'active', ends_at: null })
  await changes.swap(userId, large.plan_id, caller)
  t.equal((await subscriptions.current(userId))?.plan.name, 'L')
  const events = await db.query<{ type: string }>(
    'select type from subscription_events where subscription_id = $1 order by id',
    [id],
  )
  t.same(
    events.map(({ type }) => type),
    ['created', 'activated', 'cancelled', 'resumed', 'changed'],
  )
  await db.transaction((tx) => subscriptions.apply(tx, id, { type: 'cancelled', endsAt: new Date(Date.now() - 1) }))
  t.equal(await subscriptions.current(userId), null, 'not valid after its end, whatever a job does later')
  const complete = () => app.coffer.platform.jobs.runNow('complete-subscriptions')
  await db.query(`insert into settings (name, value) values ('clock_changed_at', now()::text)`)
  t.same(await complete(), { completed: 0 }, 'R19: it would not begin again, and the clock may be wrong')
  await db.query(`delete from settings where name = 'clock_changed_at'`)
  t.same(await complete(), { completed: 1 })
  t.match(await subscriptions.byId(id), { status: 'completed' })
})

t.test('the administrator’s list has everybody’s, newest first', async (t) => {
  const { body } = await admin.client.get<{ data: { data: { id: string } }[]; meta: unknown }>(
    '/api/subscriptions/admin?per_page=2',
  )
  t.equal(body.data.length, 2)
  const next = (body.meta as { paginate: { nextCursor: string } }).paginate.nextCursor
  const rest = await admin.client.get<typeof body>(`/api/subscriptions/admin?cursor=${next}`)
  const ids = [...body.data, ...rest.body.data].map(({ data }) => data.id)
  const all = await db.query<{ id: string }>(
    "select id from subscriptions where status <> 'inactive' order by created_at desc, id desc",
  )
  t.same(
    ids,
    all.map(({ id }) => id),
  )
  t.equal((await admin.client.get('/api/subscriptions/admin?cursor=x')).status, 422)
})
