import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'

const app = await testApp(t)
const { settings } = app.coffer.platform
const admin = await newAdmin(app)
const person = () => {
  const password = `pw ${randomUUID()}`
  return { email: `${randomUUID()}@example.org`, name: 'Jane', password, password_confirmation: password }
}
const register = () => anonymous(app).post<{ code?: string }>('/api/register', person())
const create = (role: 'user' | 'admin') =>
  admin.client.post<{ code?: string }>('/api/admin/users', { ...person(), role })

t.test('metered without a metered plan: no new accounts but administrators’', async (t) => {
  await settings.set({ subscription_type: 'metered' })
  t.match(await register(), { status: 409, body: { code: 'registration-disabled' } })
  await settings.set({ registration: false })
  t.equal((await register()).status, 409, 'before the answer of a closed registration')
  await settings.set({ registration: true })
  t.match(await create('user'), { status: 409, body: { code: 'registration-disabled' } })
  t.equal((await create('admin')).status, 201)
  const tiers = [{ first_unit: 1, last_unit: null, per_unit: '1', flat_fee: null }]
  const meters = [{ key: 'storage', aggregate_strategy: 'maximum_usage', tiers }]
  const plan = { type: 'metered', name: 'Usage', currency: 'USD', meters }
  t.equal((await admin.client.post('/api/subscriptions/admin/plans', plan)).status, 201)
  t.equal((await register()).status, 201)
  t.equal((await create('user')).status, 201)
})

t.test('other engines: new accounts need no plan', async (t) => {
  for (const subscription_type of ['none', 'fixed'] as const) {
    await settings.set({ subscription_type })
    t.equal((await register()).status, 201, subscription_type)
  }
})
