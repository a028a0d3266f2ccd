import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { newId } from '../../../platform/index.ts'
import { transactionsCsv } from '../services/transaction-export.ts'
import { subscriptionsCsv } from '../subscriptions/subscription-export.ts'

const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
const { db, settings } = app.coffer.platform
const { subscriptions } = app.coffer.billing
await settings.set({ subscription_type: 'fixed' })
const admin = await newAdmin(app)
const user = await signUp(app)
const base = '/api/subscriptions/admin'

interface Added {
  at: string
  amount: number
  currency?: string
  gateway?: string
  reference?: string
}
const add = async ({ at, amount, currency = 'USD', gateway = 'system', reference }: Added) => {
  const id = newId()
  await db.query(
    `insert into ledger_transactions (id, user_id, type, status, currency, amount, gateway, reference, idempotency_key, created_at)
     values ($1, $2, 'charge', 'error', $3, $4, $5, $6, $1::uuid::text, $7)`,
    [id, user.id, currency, amount, gateway, reference ?? null, at],
  )
  return id
}
const invoice = (transactionId: string, number: number, total: number, tax: number, buyer: object) =>
  db.query(
    `insert into invoices (id, transaction_id, user_id, series, number, seller, buyer, lines, currency, total, tax_rate, tax)
     values ($1, $2, $3, '2026', $4, '{"name":"Seller","address":[]}', $5, '[]', 'EUR', $6, '19', $7)`,
    [newId(), transactionId, user.id, number, JSON.stringify(buyer), total, tax],
  )
const lines = async (path: string) => {
  const answer = await admin.client.fetch(`${base}${path}`)
  t.equal(answer.status, 200, path)
  t.match(answer.headers.get('content-type'), 'text/csv')
  t.equal(answer.headers.get('cache-control'), 'no-store')
  return (await answer.text()).split('\r\n')
}
const joined = async (parts: AsyncIterable<string>) => {
  const found: string[] = []
  for await (const part of parts) found.push(part)
  return found
}
const audited = async (action: string) =>
  (await db.query('select 1 from audit_log where action = $1 and actor_id = $2', [action, admin.id])).length

const first = await add({
  at: '2026-03-01T12:00:00Z',
  amount: 1190,
  currency: 'EUR',
  gateway: 'stripe',
  reference: '=pi_1',
})
const second = await add({ at: '2026-03-02T03:00:00Z', amount: 2380, currency: 'EUR' })
const third = await add({ at: '2026-03-03T12:00:00Z', amount: 500, currency: 'JPY' })
await invoice(first, 1, 1190, 190, {
  name: 'Anna',
  address: ['Road 1', 'DE'],
  country: 'DE',
  email: 'a@example.org',
  vatNumber: 'DE123456789',
})
await invoice(second, 2, 2380, 380, { name: 'Old', address: ['Rue 2', 'FR'] })

t.test('transactions are exported with net, tax, invoice, country and VAT number', async (t) => {
  const [head, ...rows] = await lines('/transactions/export.csv')
  t.equal(head, 'id,date,type,status,net,tax,total,currency,invoice,country,vat_number,driver,reference,email')
  const row = (id: string, date: string, rest: string) => `${id},${date},charge,error,${rest},${user.email}`
  t.strictSame(rows, [
    row(third, '2026-03-03T12:00:00.000Z', ',,500,JPY,,,,system,'),
    row(second, '2026-03-02T03:00:00.000Z', '20.00,3.80,23.80,EUR,2026-000002,FR,,system,'),
    row(first, '2026-03-01T12:00:00.000Z', "10.00,1.90,11.90,EUR,2026-000001,DE,DE123456789,stripe,'=pi_1"),
  ])
  t.equal(await audited('billing.transactions.exported'), 1)
  t.strictSame((await lines('/transactions/export.csv?driver=stripe')).slice(1), rows.slice(2), 'filters')
  const parts = await joined(transactionsCsv(db, {}, { batchSize: 2 }))
  t.equal(parts.length, 3, 'the headings and two batches, one at a time')
  t.strictSame(parts.join('').split('\r\n'), [head, ...rows])
  t.equal((await user.client.get(`${base}/transactions/export.csv`)).status, 403)
})

t.test('transactions are narrowed to days of the reader’s zone', async (t) => {
  const found = async (query: string) =>
    (await lines(`/transactions/export.csv?${query}`)).slice(1).map((line) => line.slice(0, 36))
  t.strictSame(await found('since=2026-03-02'), [third, second])
  t.strictSame(await found('until=2026-03-02'), [second, first])
  t.strictSame(await found('since=2026-03-01&until=2026-03-01'), [first])
  const day = 'since=2026-03-01&until=2026-03-01&zone=America/New_York'
  t.strictSame(await found(day), [second, first])
  t.strictSame(await found(day.replace('America/New_York', '-05:00')), [second, first], 'a zone that is an offset')
  t.strictSame(await found('since=0000-01-01&until=9999-12-31&zone=Nowhere'), [third, second, first])
  t.equal((await admin.client.get(`${base}/transactions?since=yesterday`)).status, 422)
  const { body } = await admin.client.get<{ meta: { paginate: { total: number } } }>(`${base}/transactions?${day}`)
  t.equal(body.meta.paginate.total, 2, 'the list too')
  const html = await (await admin.client.fetch(`/admin/invoices?${day}`)).text()
  t.match(html, `href="${base}/transactions/export.csv?${new URLSearchParams(day)}"`.replaceAll('&', '&amp;'))
  t.match(html, /name="since"[^>]*value="2026-03-01"|value="2026-03-01"[^>]*name="since"/)
})

t.test('subscriptions are exported and narrowed in the same way', async (t) => {
  const { body } = await admin.client.post<{ data: { id: string } }>(`${base}/plans`, {
    type: 'fixed',
    name: '+Plan',
    amount: '9',
    currency: 'USD',
    interval: 'month',
    features: { max_storage_amount: 50, max_team_members: 5 },
  })
  const [version] = await db.query<{ id: string }>('select id from plan_versions where plan_id = $1', [body.data.id])
  const period = { from: new Date(), to: new Date(Date.now() + 86_400_000) }
  const id = await db.transaction(async (tx) => {
    const made = await subscriptions.create(tx, {
      userId: user.id,
      planVersionId: version?.id ?? '',
      gateway: 'stripe',
    })
    await subscriptions.apply(tx, made, { type: 'activated', period })
    return made
  })
  const [head, row = '', ...more] = await lines('/export.csv?status=active&since=2000-01-01')
  t.equal(head, 'id,date,status,plan,price,currency,interval,renews_at,ends_at,driver,email')
  t.match(
    row,
    new RegExp(`^${id},[^,]+,active,'\\+Plan,9\\.00,USD,month,${period.to.toISOString()},,stripe,${user.email}$`),
  )
  t.strictSame(more, [])
  t.strictSame((await lines('/export.csv?until=2000-01-01')).slice(1), [])
  t.equal(await audited('billing.subscriptions.exported'), 2)
  t.equal((await joined(subscriptionsCsv(db, {}, { batchSize: 1 }))).length, 2)
  t.match(await (await admin.client.fetch('/admin/subscriptions')).text(), `href="${base}/export.csv"`)
})
