import type { AdminUserPage } from '../../../modules/admin/contract.ts'
import { addUsers } from '../lib/seed-users.ts'
import { percentile } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const accounts = Number(process.env.USERS_ACCOUNTS ?? 100_000)
const requests = Number(process.env.USERS_REQUESTS ?? 25)
const limitMs = 50
/** Accounts of a page; the largest page reads as far as the 1,000th of these. */
const perPage = 40
const largest = { page: 200, per_page: 200 }

/** Words that all, many, few, one or none of the accounts have; some of them only at one end of the order of names. */
const searches = ['', 'an', 'zo', 'müller', '@corp', 'ann silva', 'an sm', 'smith99', 'anna 4712', 'qx']
const filters = ['status=suspended', 'role=admin', 'verified=no', 'status=active&verified=yes']
const sorts = ['created_at', 'name', 'email', 'role', 'used']
const orders = sorts.flatMap((sort) => ['ASC', 'DESC'].map((direction) => ({ sort, direction })))

const read = async (context: BenchContext, query: URLSearchParams): Promise<AdminUserPage> => {
  const answer = await fetch(new URL(`/api/admin/users?${query}`, context.coffer.url), { headers: bearer(context) })
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as AdminUserPage
}

/** Cursors of the measured pages: the first page, the second, the 1,000th, and the last but one. */
const pages: Record<string, (context: BenchContext, query: URLSearchParams) => Promise<string | null>> = {
  'first page': async () => '',
  'second page': async (context, query) => (await read(context, query)).meta.paginate.nextCursor,
  'deep page': async (context, query) => {
    const { lastPage } = (await read(context, new URLSearchParams([...query, ['per_page', String(largest.per_page)]])))
      .meta.paginate
    const page = Math.min(largest.page, lastPage - 1)
    if (page < 2) return null
    const far = new URLSearchParams([...query, ['page', `${page}`], ['per_page', `${largest.per_page}`]])
    return (await read(context, far)).meta.paginate.nextCursor
  },
}

const measure = async (context: BenchContext, query: URLSearchParams): Promise<[p50: number, p95: number]> => {
  const times: number[] = []
  for (let n = -1; n < requests; n++) {
    const started = performance.now()
    await read(context, query)
    if (n >= 0) times.push(performance.now() - started)
  }
  return [percentile(times, 0.5), percentile(times, 0.95)]
}

/** The administrators' list of accounts, for each search and filter, order and page. */
export const users: Scenario = async (context) => {
  await addUsers(context.databaseUrl, accounts)
  const rows: Row[] = []
  for (const condition of [...searches.map((search) => (search ? `search=${search}` : '')), ...filters])
    for (const [name, cursorOf] of Object.entries(pages)) {
      const found: [order: string, p50: number, p95: number][] = []
      for (const { sort, direction } of orders) {
        const query = new URLSearchParams(`${condition}&sort=${sort}&direction=${direction}`)
        const cursor = await cursorOf(context, query)
        if (cursor === null) continue
        query.set('per_page', String(perPage))
        if (cursor) query.set('cursor', cursor)
        found.push([`${sort} ${direction === 'ASC' ? '↑' : '↓'}`, ...(await measure(context, query))])
      }
      if (found.length === 0) continue
      const worst = Math.max(...found.map(([, , p95]) => p95))
      rows.push({
        scenario: 'users',
        figure: `${condition || 'all'}, ${name}, p50/p95`,
        ours: found.map(([order, p50, p95]) => `${order} ${p50.toFixed(0)}/${p95.toFixed(0)}`).join('  '),
        beside: `${limitMs} ms`,
        value: worst,
        limit: { most: limitMs },
      })
    }
  return rows
}
