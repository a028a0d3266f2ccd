import t from 'tap'
import { signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { newId } from '../../../platform/index.ts'
import type { LedgerTransaction } from '../../contract.ts'

const app = await testApp(t)
const { db, settings } = app.coffer.platform
const newAdmin = await signUp(app)
await db.query("update users set role = 'admin' where id = $1", [newAdmin.id])
const admin = await signIn(app, newAdmin)
const user = await signUp(app)
const other = await signUp(app)

interface Listing {
  data: { data: LedgerTransaction }[]
  meta: { paginate: { total: number; lastPage: number; nextCursor: string | null } }
}
const credit = (amount: unknown, id = user.id) =>
  admin.client.post<{ errors?: Record<string, string[]> }>(`/api/subscriptions/admin/users/${id}/credit`, { amount })
const list = async (query = '', client = user.client) =>
  (await client.get<Listing>(`/api/subscriptions/transactions${query}`)).body

t.test('an admin increases a balance: a transaction, a notification, an audit entry', async (t) => {
  t.equal((await credit('9.99')).status, 200)
  const { data, meta } = await list()
  t.match(data[0]?.data, {
    type: 'transactions',
    attributes: { type: 'credit', status: 'completed', note: 'Bonus', price: '$9.99', currency: 'USD', amount: 999 },
    relationships: { user: { data: { id: user.id } } },
  })
  t.equal(meta.paginate.total, 1)
  const [audited] = await db.query<{ details: unknown }>(
    "select details from audit_log where action = 'billing.balance.credited' and target = $1",
    [user.id],
  )
  t.same(audited?.details, { amount: 999, currency: 'USD' })
  const newest = async () => {
    const path = '/api/notifications'
    const { body } = await user.client.get<{ data: { data: { attributes: Record<string, string> } }[] }>(path)
    return body.data[0]?.data.attributes
  }
  t.match(await poll(newest), { category: 'gift', description: '$9.99 was added to your balance.' })
})

t.test('invalid amounts and unknown users change nothing', async (t) => {
  for (const amount of ['0', '-5', '1.005', 'ten', '1e3', '99999999999999.99']) {
    const { status, body } = await credit(amount)
    t.equal(status, 422, amount)
    t.ok(body.errors?.amount?.[0], amount)
  }
  t.equal((await credit('5', newId())).status, 404)
  t.equal((await list()).meta.paginate.total, 1)
})

t.test('the currency of the installation decides what an amount means', async (t) => {
  await settings.set({ billing_currency: 'JPY' })
  t.equal((await credit('9.99')).status, 422)
  t.equal((await credit('500')).status, 200)
  t.match((await list()).data[0]?.data.attributes, { currency: 'JPY', amount: 500, price: '¥500' })
  await settings.set({ billing_currency: 'USD' })
})

t.test('lists are newest first, by pages and by cursors, and each user sees their own', async (t) => {
  for (let amount = 1; amount <= 5; amount++) await credit(String(amount))
  const amounts = ({ data }: Listing) => data.map(({ data }) => data.attributes.amount)
  const whole = amounts(await list())
  t.same(whole, [500, 400, 300, 200, 100, 500, 999])
  t.same(amounts(await list('?page=2&per_page=3')), whole.slice(3, 6))
  const walked: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Listing = await list(`?per_page=2${cursor && `&cursor=${cursor}`}`)
    walked.push(...amounts(page))
    cursor = page.meta.paginate.nextCursor
  }
  t.same(walked, whole)
  t.same(amounts(await list('', other.client)), [])
  t.equal((await user.client.get('/api/subscriptions/transactions?cursor=nonsense')).status, 422)
  const ofUser = `/api/subscriptions/admin/users/${user.id}/transactions`
  t.same(amounts((await admin.client.get<Listing>(ofUser)).body), whole)
  await credit('7', other.id)
  t.same(amounts((await admin.client.get<Listing>('/api/subscriptions/admin/transactions')).body), [700, ...whole])
  for (const path of [ofUser, '/api/subscriptions/admin/transactions'])
    t.equal((await user.client.get(path)).status, 403, path)
  const attempt = await user.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: '100' })
  t.equal(attempt.status, 403)
})

t.test('the same credit sent twice, also at once, is given once; another amount is another credit', async (t) => {
  const other = await signUp(app)
  const key = newId()
  const give = (amount: string) =>
    admin.client.post(`/api/subscriptions/admin/users/${other.id}/credit`, { amount, key })
  const answers = await Promise.all([give('5'), give('5'), give('5.00')])
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  t.equal((await list('', other.client)).meta.paginate.total, 1)
  t.equal((await give('6')).status, 200)
  t.match(
    (await list('', other.client)).data.map(({ data }) => data.attributes.amount),
    [600, 500],
  )
  const audited = await db.query("select 1 from audit_log where action = 'billing.balance.credited' and target = $1", [
    other.id,
  ])
  t.equal(audited.length, 2, 'each once')
})
