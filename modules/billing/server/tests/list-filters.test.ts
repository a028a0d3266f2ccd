import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { newId } from '../../../platform/index.ts'
import type { LedgerTransaction, Plan, Subscription } from '../../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const { ledger, subscriptions, administration } = app.coffer.billing
const admin = await newAdmin(app)
const base = '/api/subscriptions/admin'

const named = async (first: string, last: string) => {
  const user = await signUp(app)
  await db.query('update users set first_name = $2, last_name = $3 where id = $1', [user.id, first, last])
  return user
}
const anna = await named('Änna', 'Berg')
const bert = await named('Bert', 'Bergmann')
const payment = 'pi_3PqFo2LkdIwHu7ix'
for (const { id: userId } of [anna, bert, anna])
  await db.transaction((tx) =>
    ledger.post(tx, {
      userId,
      amount: 500,
      currency: 'USD',
      type: 'credit',
      gateway: 'system',
      key: newId(),
      from: 'bonus',
      to: { balance: userId },
    }),
  )
await db.transaction((tx) =>
  ledger.post(tx, {
    userId: bert.id,
    amount: 900,
    currency: 'USD',
    type: 'charge',
    gateway: 'stripe',
    reference: payment,
    from: { gateway: 'stripe' },
    to: 'sales',
    key: newId(),
  }),
)
await db.transaction((tx) =>
  ledger.recordFailure(tx, {
    userId: anna.id,
    amount: 700,
    currency: 'USD',
    type: 'withdrawal',
    gateway: 'system',
    key: newId(),
  }),
)

interface Listing<Row> {
  data: { data: Row }[]
  meta: {
    paginate: { total: number; lastPage: number; nextCursor: string | null; prevCursor: string | null }
    total_is_minimum: boolean
  }
}
const list = async <Row>(path: string): Promise<Listing<Row>> => {
  const { status, body } = await admin.client.get<Listing<Row>>(`${base}${path}`)
  t.equal(status, 200, path)
  return body
}
const amounts = async (query: string) =>
  (await list<LedgerTransaction>(`/transactions?${query}`)).data.map(({ data }) => data.attributes.amount)

t.test('transactions: words of the user, an id of a gateway, type, status and service', async (t) => {
  t.same(await amounts('search=anna'), [700, 500, 500], 'without its accent')
  t.same(await amounts('search=BERG%20an'), [700, 500, 500], 'all words')
  t.same(await amounts('search=b%25'), [], 'no pattern')
  t.same(await amounts(`search=${payment}`), [900])
  t.same(await amounts('type=charge'), [900])
  t.same(await amounts('status=error'), [700])
  t.same(await amounts('driver=stripe'), [900])
  t.same(await amounts('search=bert&type=credit'), [500])
  for (const query of ['type=gift', 'status=paid', 'driver=cash', 'cursor=x'])
    t.equal((await admin.client.get(`${base}/transactions?${query}`)).status, 422, query)
  t.equal((await list('/transactions?search=berg')).meta.paginate.total, 5)
})

t.test('transactions: cursors lead forward and back again through a narrowed list', async (t) => {
  const whole = await amounts('search=berg')
  const walk = async (link: 'nextCursor' | 'prevCursor', from: string) => {
    const pages: { amounts: number[]; cursor: string }[] = []
    for (let cursor: string | null = from; cursor !== null; ) {
      const { data, meta }: Listing<LedgerTransaction> = await list(
        `/transactions?search=berg&per_page=2${cursor && `&cursor=${cursor}`}`,
      )
      pages.push({ amounts: data.map(({ data }) => data.attributes.amount), cursor })
      cursor = meta.paginate[link]
    }
    return pages
  }
  const forward = await walk('nextCursor', '')
  t.same(
    forward.flatMap((page) => page.amounts),
    whole,
  )
  const back = await walk('prevCursor', forward.at(-1)?.cursor ?? '')
  t.same(
    back.reverse().flatMap((page) => page.amounts),
    whole,
  )
})

t.test('subscriptions and plans: words and status', async (t) => {
  const newPlan = async (name: string) => {
    const { body } = await admin.client.post<{ data: { id: string } }>(`${base}/plans`, {
      type: 'fixed',
      name,
      amount: '9',
      currency: 'USD',
      interval: 'month',
      features: { max_storage_amount: 50, max_team_members: 5 },
    })
    return body.data.id
  }
  const ids = [await newPlan('Größe S'), await newPlan('Large')]
  const [version] = await db.query<{ id: string }>('select id from plan_versions where plan_id = $1', [ids[0]])
  const period = { from: new Date(), to: new Date(Date.now() + 86_400_000) }
  for (const { id: userId } of [anna, bert])
    await db.transaction(async (tx) => {
      const id = await subscriptions.create(tx, { userId, planVersionId: version?.id ?? '', gateway: 'stripe' })
      await subscriptions.apply(tx, id, { type: 'activated', period })
      if (userId === bert.id) await subscriptions.apply(tx, id, { type: 'cancelled', endsAt: period.to })
    })
  const subscribers = async (query: string) =>
    (await list<Subscription>(`?${query}`)).data.map(({ data }) => data.relationships.user.data.id)
  t.same(await subscribers('search=anna'), [anna.id])
  t.same(await subscribers('status=cancelled'), [bert.id])
  t.same(await subscribers('search=berg&status=completed'), [])
  await admin.client.delete(`${base}/plans/${ids[0]}`)
  const plans = async (query: string) =>
    (await list<Plan>(`/plans?${query}`)).data.map(({ data }) => data.attributes.name)
  t.same(await plans('search=grosse'), ['Größe S'])
  t.same(await plans('status=active'), ['Large'])
})

t.test('an edited URL still shows a list: invalid filters are ignored', async (t) => {
  const search = { search: 'a', type: 'charge', status: 'nonsense', cursor: 'x', from: '20', other: '1' }
  t.same(administration.listState.transactions(search), { search: 'a', type: 'charge' })
})

t.test('a list of many rows is counted up to 10,000, also without filters, and says so', async (t) => {
  t.match((await list('/transactions')).meta, { total_is_minimum: false, paginate: { total: 5 } })
  await db.query(
    `insert into ledger_transactions (id, user_id, type, status, currency, amount, gateway, idempotency_key)
     select gen_random_uuid(), $1, 'withdrawal', 'error', 'USD', 100, 'system', 'many ' || n from generate_series(1, 10050) n`,
    [bert.id],
  )
  for (const path of ['/transactions?', '/transactions?status=error&'])
    t.match((await list(`${path}per_page=200`)).meta, {
      total_is_minimum: true,
      paginate: { total: 10_000, lastPage: 50 },
    })
  const { data, meta } = await list('/transactions?per_page=200&page=51')
  t.equal(data.length, 55)
  t.match(meta, { total_is_minimum: true, paginate: { currentPage: 51, lastPage: 51 } })
})

t.test('transactions: a word of an email that looks like an id of a gateway; all of one account', async (t) => {
  const [maria, other] = [await signUp(app), await signUp(app)]
  const rename = (id: string, email: string) => db.query('update users set email = $2 where id = $1', [id, email])
  await rename(maria.id, 'maria1985@example.org')
  await rename(other.id, 'joan-maria1985@example.org')
  for (const [{ id: userId }, amount] of [
    [maria, 100],
    [other, 200],
  ] as const)
    await db.transaction((tx) =>
      ledger.recordFailure(tx, {
        userId,
        amount,
        currency: 'USD',
        type: 'withdrawal',
        gateway: 'system',
        key: newId(),
      }),
    )
  const csv = async (query: string) =>
    (await (await admin.client.fetch(`${base}/transactions/export.csv?${query}`)).text()).split('\r\n').length - 1
  t.same(await amounts('search=maria1985'), [200, 100])
  t.same(await amounts('search=maria1985@example.org'), [200, 100], 'within other emails')
  t.same(await amounts(`user=${maria.id}`), [100], 'of one account')
  t.same([await csv('search=maria1985'), await csv(`user=${maria.id}`)], [2, 1])
  t.equal((await admin.client.get(`${base}/transactions?user=maria`)).status, 422)
  t.same(administration.listState.transactions({ user: maria.id }), { user: maria.id })
})
