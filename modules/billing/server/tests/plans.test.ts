import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Plan } from '../../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const admin = await newAdmin(app)
const base = '/api/subscriptions/admin/plans'
interface One {
  data: Plan
  errors?: Record<string, string[]>
  code?: string
}
interface Many {
  data: One[]
  meta: { paginate: { total: number; nextCursor: string | null } }
}
const fixed = {
  type: 'fixed',
  name: 'Pro',
  currency: 'USD',
  amount: '9.99',
  interval: 'month',
  features: { max_storage_amount: 200, max_team_members: 5 },
}
const tier = (first_unit: number, last_unit: number | null) => ({
  first_unit,
  last_unit,
  per_unit: '0.019',
  flat_fee: null,
})
const withMeter = (key: string, aggregate_strategy: string) => ({
  ...metered([]),
  meters: [{ key, aggregate_strategy, tiers: [tier(1, null)] }],
})
const metered = (tiers: unknown[]) => ({
  type: 'metered',
  name: 'Pay as you go',
  currency: 'USD',
  meters: [{ key: 'storage', aggregate_strategy: 'maximum_usage', tiers }],
})
const create = (body: unknown) => admin.client.post<One>(base, body)
const offered = async () => (await anonymous(app).get<Many>('/api/subscriptions/plans')).body.data

t.test('money and limits are taken as JSON numbers and as digits', async (t) => {
  const { status, body } = await create({
    ...fixed,
    name: 'By numbers',
    amount: 9.99,
    features: { max_storage_amount: '200', max_team_members: '-1' },
  })
  t.equal(status, 201)
  t.match(body.data.attributes, { amount: 999, features: { max_storage_amount: 200, max_team_members: null } })
  const changed = await admin.client.patch<One>(`${base}/${body.data.id}/features`, { max_storage_amount: '10' })
  t.match(changed.body.data.attributes.features, { max_storage_amount: 10, max_team_members: null })
  await admin.client.delete(`${base}/${body.data.id}`)

  for (const amount of [-1, 9.999, 1e21, 1e-7, '9,99'])
    t.match(await create({ ...fixed, amount }), { status: 422, body: { errors: { amount: [/./] } } }, `${amount}`)
  for (const amount of ['0', '1000000000', 'x'])
    t.match(await create({ ...fixed, features: { ...fixed.features, max_storage_amount: amount } }), {
      status: 422,
      body: { errors: { 'features.max_storage_amount': [/./] } },
    })
  const tiered = (per_unit: unknown) => create(metered([{ first_unit: 1, last_unit: null, per_unit }]))
  t.match(await tiered(0.1 + 0.2), { status: 422, body: { errors: { 'meters.0.tiers.0.per_unit': [/./] } } })
  const priced = await tiered(0.019)
  t.match(priced.body.data.attributes.meters, [{ tiers: [{ per_unit: '0.019', flat_fee: null }] }])
  await admin.client.delete(`${base}/${priced.body.data.id}`)
})

t.test('a plan is created, offered, changed as a new version, and removed before its first subscriber', async (t) => {
  const { status, body } = await create(fixed)
  t.equal(status, 201)
  const { id, attributes } = body.data
  t.match(attributes, { name: 'Pro', version: 1, amount: 999, price: '$9.99', interval: 'month', subscribers: 0 })
  t.same(attributes.features, { max_storage_amount: 200, max_team_members: 5 })
  const [offer, ...others] = await offered()
  t.same([offer?.data.id, others], [id, []])
  t.equal(offer?.data.attributes.subscribers, undefined, 'anonymous visitors do not learn how many have subscribed')

  await admin.client.patch(`${base}/${id}`, { visible: false })
  t.same(await offered(), [])
  const renamed = await admin.client.patch<One>(`${base}/${id}`, { name: ' Pro  + ', visible: true })
  t.match(renamed.body.data.attributes, { name: 'Pro +', version: 2, visible: true })
  const larger = await admin.client.patch<One>(`${base}/${id}/features`, { max_team_members: -1 })
  t.match(larger.body.data.attributes, { version: 3, features: { max_storage_amount: 200, max_team_members: null } })
  const same = await admin.client.patch<One>(`${base}/${id}`, { name: 'Pro +' })
  t.equal(same.body.data.attributes.version, 3, 'the same again is no version')
  t.rejects(db.query("update plan_versions set name = 'x'"), { code: '23001' }, 'versions are never changed')

  t.equal((await admin.client.delete(`${base}/${id}`)).status, 200)
  t.equal((await admin.client.get(`${base}/${id}`)).status, 404)
})

t.test('a plan that somebody has had is archived, and stays with its subscribers', async (t) => {
  const { id } = (await create({ ...fixed, currency: 'kwd', amount: '1.005' })).body.data
  const user = await signUp(app)
  const { plans, subscriptions } = app.coffer.billing
  const version = await plans.find(id)
  t.match(version, { amount: 1_005, currency: 'KWD' })
  await db.transaction(async (tx) => {
    const subscription = { userId: user.id, planVersionId: version.id, gateway: 'stripe' } as const
    const period = { from: new Date(), to: new Date(Date.now() + 86_400_000) }
    await subscriptions.apply(tx, await subscriptions.create(tx, subscription), { type: 'activated', period })
  })
  await admin.client.patch(`${base}/${id}/features`, { max_storage_amount: 1 })
  t.equal((await admin.client.delete(`${base}/${id}`)).status, 200)
  t.match((await admin.client.get<One>(`${base}/${id}`)).body.data.attributes, { status: 'archived', subscribers: 1 })
  t.same(await offered(), [])
  t.equal((await subscriptions.current(user.id))?.plan.max_storage_bytes, 200_000_000_000)
  const { body } = await admin.client.get<Many>(`${base}/${id}/subscribers`)
  t.match(body, { data: [{ data: { relationships: { user: { data: { attributes: { email: user.email } } } } } }] })
})

t.test('invalid plans are rejected with their field', async (t) => {
  const broken: [string, object][] = [
    ['amount', { ...fixed, amount: '0' }],
    ['amount', { ...fixed, amount: '1.005' }],
    ['amount', { ...fixed, amount: undefined }],
    ['interval', { ...fixed, interval: undefined }],
    ['features', { ...fixed, features: undefined }],
    ['currency', { ...fixed, currency: 'XQZ' }],
    ['meters', { ...metered([]), meters: undefined }],
    ['meters', metered([tier(2, null)])],
    ['meters', metered([tier(1, 10), tier(12, null)])],
    ['meters', metered([tier(1, null), tier(11, null)])],
    ['meters', metered([tier(1, 10), tier(11, 5)])],
    ...(['storage', 'member', 'flatFee'] as const).map(
      (key) => ['meters', withMeter(key, 'sum_of_usage')] as [string, object],
    ),
    ['meters', withMeter('bandwidth', 'maximum_usage')],
  ]
  for (const [field, body] of broken) {
    const answer = await create(body)
    t.equal(answer.status, 422, field)
    t.ok(answer.body.errors?.[field]?.[0], field)
  }
})

t.test('there is one active metered plan, without limits', async (t) => {
  const answers = await Promise.all([1, 2, 3].map(() => create(metered([tier(1, 10), tier(11, null)]))))
  t.same(answers.map(({ status }) => status).sort(), [201, 422, 422])
  const id = answers.find(({ status }) => status === 201)?.body.data.id
  t.equal((await admin.client.patch(`${base}/${id}/features`, { max_team_members: 1 })).status, 422)
  await admin.client.delete(`${base}/${id}`)
  t.equal((await create(metered([tier(1, null)]))).status, 201)
})

t.test('the list is newest first, by pages and by cursors', async (t) => {
  for (const name of ['One', 'Two', 'Three']) await create({ ...fixed, name })
  const ids = ({ data }: Many) => data.map(({ data }) => data.id)
  const whole = ids((await admin.client.get<Many>(base)).body)
  t.equal(whole.length, 5)
  t.same(ids((await admin.client.get<Many>(`${base}?page=2&per_page=2`)).body), whole.slice(2, 4))
  const walked: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: Many } = await admin.client.get<Many>(`${base}?per_page=2${cursor && `&cursor=${cursor}`}`)
    walked.push(...ids(body))
    cursor = body.meta.paginate.nextCursor
  }
  t.same(walked, whole)
})
