import { type Db, newestFirst, perPageOf, rejectTooManyForOnePage, startOfPage } from '../../../platform/index.ts'
import type { Paginate } from '../../../shared/contract.ts'
import type { PageOf } from '../../contract.ts'
import { billingErrors } from '../errors.ts'

export interface PageRequest {
  cursor?: string | undefined
  page?: string | undefined
  per_page?: number | undefined
}

/** Rows of a table, whose conditions have the values from `$1` on. */
export interface ListFilter {
  table: string
  /** Joined by `and`. */
  conditions: readonly string[]
  values: readonly unknown[]
}

/** Counting a million rows for each page of them takes longer than the page. */
const maxCounted = 10_000

/**
 * A page of a list, newest first. `present` turns the statement of its rows (all columns of the table, and `at`) into one
 * that returns the shown columns, in the same `direction` of `created_at` and `id`. 422 `invalid-cursor`, `invalid-page`,
 * `too-many-for-one-page`.
 */
export const readPage = async <Row extends { id: string; at: string }>(
  db: Db,
  { table, conditions, values }: ListFilter,
  request: PageRequest,
  present: (listSql: string, direction: 'asc' | 'desc') => string,
): Promise<PageOf<Row>> => {
  const { cursor } = request
  const perPage = perPageOf(request)
  const start = startOfPage(request, perPage)
  const position = cursor === undefined ? null : newestFirst.readPosition(cursor)
  if (cursor !== undefined && !position) throw billingErrors.fail('invalid-cursor')
  const isBackward = position?.isBackward ?? false
  const direction = isBackward ? 'asc' : 'desc'
  const n = values.length
  const where = ['true', ...conditions].join(' and ')
  const listSql = `select *, ${newestFirst.column} from ${table} t where ${where} and ${newestFirst.after(n + 1, isBackward)}
    order by created_at ${direction}, id ${direction} limit $${n + 3} offset $${n + 4}`
  const [rows, [counted]] = await Promise.all([
    db.query<Row>(present(listSql, direction), [
      ...values,
      position?.at ?? null,
      position?.id ?? null,
      perPage + 1,
      position ? 0 : start,
    ]),
    db.query<{ total: number }>(
      `select count(*)::int as total from (select 1 from ${table} t where ${where} limit ${maxCounted + 1}) counted`,
      values,
    ),
  ])
  const total = counted?.total ?? 0
  rejectTooManyForOnePage(request, total)
  return {
    ...newestFirst.pageAt(rows, perPage, position),
    page: start / perPage + 1,
    perPage,
    total: Math.min(total, maxCounted),
    totalIsMinimum: total > maxCounted,
  }
}

/** `meta` of a list. */
export const listMeta = (list: Omit<PageOf<never>, 'rows'>): { paginate: Paginate; total_is_minimum: boolean } => {
  const { total, totalIsMinimum, page, perPage, nextCursor, prevCursor } = list
  const countedPages = Math.max(1, Math.ceil(total / perPage))
  // Pages behind the counted rows have no number to compare with: the present page is the last known one.
  const lastPage = totalIsMinimum ? Math.max(page, countedPages) : countedPages
  return {
    paginate: { currentPage: page, lastPage, perPage, total, nextCursor, prevCursor },
    total_is_minimum: totalIsMinimum,
  }
}
