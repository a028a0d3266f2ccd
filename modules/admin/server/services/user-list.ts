import { type Db, perPageOf, platformErrors, rejectTooManyForOnePage, startOfPage } from '../../../platform/index.ts'
import type { StorageUse } from '../../../users/contract.ts'
import type { AdminUser, AdminUserPage, UserQuery } from '../../contract.ts'
import type { AdminDeps } from '../deps.ts'
import { presentAdminUser, type UserSummaryRow, userColumns } from '../user.row.ts'
import { type ExportedRow, userCsv } from './user-csv.ts'
import { allUsersSql, type UserFilter, userFilterOf } from './user-filter.ts'
import {
  readUserCursor,
  sortKeyOf,
  type UserCursor,
  type UserOrder,
  userOrderOf,
  usersWithUsageSql,
  writeUserCursor,
} from './user-order.ts'

type ListedRow = UserSummaryRow & { key: string }
interface Run {
  filter: UserFilter
  order: UserOrder
  cursor: UserCursor | null
  limit: number
  offset?: number
}

/** Rows per statement of an export. */
const exportBatch = 5_000
/** Filtered lists are counted up to this number: counting all results of a broad search takes longer than the page. */
const maxCounted = 10_000

/** Lists accounts by keyset pagination: the cost does not grow with the page's depth. */
export class UserList {
  private readonly db: Db
  private readonly billing: AdminDeps['billing']
  private readonly exportBatch: number
  constructor(db: Db, billing: AdminDeps['billing'], options: { exportBatch?: number } = {}) {
    this.db = db
    this.billing = billing
    this.exportBatch = options.exportBatch ?? exportBatch
  }

  async newest(count: number, locale: string): Promise<AdminUser[]> {
    const rows = await this.rows({ filter: userFilterOf({}), order: userOrderOf({}), cursor: null, limit: count })
    return this.present(rows, locale)
  }

  /** Throws 404 for an unknown account. */
  async find(id: string, locale: string): Promise<AdminUser> {
    const rows = await this.db.query<UserSummaryRow>(
      `select ${userColumns} from ${usersWithUsageSql} where u.id = $1`,
      [id],
      'admin-user',
    )
    const [user] = await this.present(rows, locale)
    if (!user) throw platformErrors.fail('not-found')
    return user
  }

  /** Throws 422 `invalid-cursor`, `invalid-page`, `too-many-for-one-page`. */
  async page(query: UserQuery, locale: string): Promise<AdminUserPage> {
    const perPage = perPageOf(query)
    const cursor = query.cursor === undefined ? null : readUserCursor(query.cursor)
    const order = cursor ?? userOrderOf(query)
    const filter = userFilterOf(query)
    const offset = cursor ? 0 : startOfPage(query, perPage)
    const [counted, rowsAndNext] = await Promise.all([
      cursor ? cursor.total : this.count(filter),
      this.rows({ filter, order, cursor, limit: perPage + 1, offset }),
    ])
    rejectTooManyForOnePage(query, counted)
    const isMinimum = filter.sql !== allUsersSql && counted > maxCounted
    const total = isMinimum ? maxCounted : counted
    const backward = cursor?.backward ?? false
    const more = rowsAndNext.length > perPage
    const rows = rowsAndNext.slice(0, perPage)
    if (backward) rows.reverse()
    const position = cursor ? cursor.position : offset
    const first = isMinimum ? position : Math.min(position, total)
    const cursorAt = (row: ListedRow | undefined, target: Pick<UserCursor, 'backward' | 'position'>) =>
      row ? writeUserCursor({ ...order, ...target, key: row.key, id: row.id, total: counted }) : null
    const next = { backward: false, position: first + rows.length }
    const previous = { backward: true, position: Math.max(first - perPage, 0) }
    const hasNext = backward || more
    const hasPrevious = backward ? more : first > 0
    const page = Math.floor(first / perPage) + 1
    const countedPages = Math.max(1, Math.ceil(total / perPage))
    const lastPage = isMinimum ? Math.max(page, countedPages) : countedPages
    return {
      data: (await this.present(rows, locale)).map((data) => ({ data })),
      meta: {
        paginate: {
          currentPage: Math.min(page, lastPage),
          lastPage,
          perPage,
          total,
          nextCursor: hasNext ? cursorAt(rows.at(-1), next) : null,
          prevCursor: hasPrevious ? cursorAt(rows[0], previous) : null,
          from: first,
        },
        total_is_minimum: isMinimum,
      },
    }
  }

  /** All accounts of the list, in its order. */
  async csv(query: UserQuery): Promise<AsyncGenerator<string>> {
    const engine = await this.billing.administration.engine()
    return userCsv(this.batches({ filter: userFilterOf(query), order: userOrderOf(query) }), engine)
  }

  private async *batches({ filter, order }: Pick<Run, 'filter' | 'order'>): AsyncGenerator<ExportedRow[]> {
    for (let cursor: UserCursor | null = null; ; ) {
      const rows: ListedRow[] = await this.rows({ filter, order, cursor, limit: this.exportBatch })
      const plans = await this.billing.administration.accountPlans(rows, 'en')
      yield rows.map((row) => ({ ...row, plan: plans.get(row.id) ?? null }))
      const last = rows.at(-1)
      if (!last || rows.length < this.exportBatch) return
      cursor = { ...order, key: last.key, id: last.id, backward: false, position: 0, total: 0 }
    }
  }

  /** Number of accounts: exact without a filter, otherwise at most `maxCounted` + 1. */
  private async count({ sql, values }: UserFilter): Promise<number> {
    const bound = sql === allUsersSql ? '' : `limit ${maxCounted + 1}`
    const text = `select count(*)::int as total from (select 1 from user_summaries u where ${sql} ${bound}) matches`
    return (await this.db.query<{ total: number }>(text, values))[0]?.total ?? 0
  }

  private rows({ filter, order, cursor, limit, offset = 0 }: Run): Promise<ListedRow[]> {
    const { sql: key, type, id, source } = sortKeyOf(order)
    const values = [...filter.values]
    const ascending = (order.direction === 'ASC') !== (cursor?.backward ?? false)
    const direction = ascending ? 'asc' : 'desc'
    const after = cursor
      ? `and (${key}, ${id}) ${ascending ? '>' : '<'} ($${values.push(cursor.key)}::${type}, $${values.push(cursor.id)}::uuid)`
      : ''
    // An index alone finds the ids of the page; the join then reads its accounts.
    return this.db.query(
      `select ${userColumns}, page.key::text as key
       from (select ${id} as id, ${key} as key from ${source} where ${filter.sql} ${after}
             order by ${key} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}) page
       join user_summaries u on u.id = page.id join usage_summaries s on s.user_id = page.id
       order by page.key ${direction}, page.id ${direction}`,
      values,
    )
  }

  private async present(rows: readonly UserSummaryRow[], locale: string): Promise<AdminUser[]> {
    const [uses, plans] = await Promise.all([
      this.billing.entitlements.storageOfAll(rows),
      this.billing.administration.accountPlans(rows, locale),
    ])
    return rows.map((row, index) => presentAdminUser(row, uses[index] as StorageUse, plans.get(row.id) ?? null))
  }
}
