import { type Db, newestFirst } from '../../../platform/index.ts'
import { defaultPerPage, type Paginate, pageNumber } from '../../../shared/contract.ts'
import { billingErrors } from '../errors.ts'

export interface PageRequest {
  cursor?: string | undefined
  page?: number
  perPage?: number | undefined
}

/** Of the query of a list. */
export const pageRequest = (query: {
  page?: string | undefined
  cursor?: string | undefined
  per_page?: number | undefined
}): PageRequest => ({ page: pageNumber(query.page), cursor: query.cursor, perPage: query.per_page })

export interface PageOf<Row> {
  rows: Row[]
  /** All rows of the list; of one with filters `maxCounted` at most, and then `totalIsMinimum`. */
  total: number
  totalIsMinimum: boolean
  page: number
  perPage: number
  nextCursor: string | null
  prevCursor: string | null
}

/** Rows of a table, whose conditions have the values from `$1` on. */
export interface ListFilter {
  table: string
  /** Joined by `and`. */
  conditions: readonly string[]
  values: readonly unknown[]
  /** Whether an administrator narrows the list: it is then counted up to a bound. */
  isNarrowed?: boolean
}

/** Counting all that a broad filter finds takes longer than the page. */
const maxCounted = 10_000

/**
 * A page of a list, newest first. `present` turns the statement that finds its rows (all columns of the table, and `at`) into
 * one that returns what is shown of them, in the same `direction` of `created_at` and `id`. 422 `invalid-cursor`.
 */
export const listPage = async <Row extends { id: string; at: string }>(
  db: Db,
  { table, conditions, values, isNarrowed = false }: ListFilter,
  { cursor, page = 1, perPage = defaultPerPage }: PageRequest,
  present: (found: string, direction: 'asc' | 'desc') => string,
): Promise<PageOf<Row>> => {
  const position = cursor === undefined ? null : newestFirst.readPosition(cursor)
  if (cursor !== undefined && !position) throw billingErrors.fail('invalid-cursor')
  const isBackward = position?.isBackward ?? false
  const direction = isBackward ? 'asc' : 'desc'
  const n = values.length
  const where = ['true', ...conditions].join(' and ')
  const found = `select *, ${newestFirst.column} from ${table} t where ${where} and ${newestFirst.after(n + 1, isBackward)}
    order by created_at ${direction}, id ${direction} limit $${n + 3} offset $${n + 4}`
  const bound = isNarrowed ? `limit ${maxCounted + 1}` : ''
  const [rows, [counted]] = await Promise.all([
    db.query<Row>(present(found, direction), [
      ...[...values, position?.at ?? null, position?.id ?? null],
      ...[perPage + 1, position ? 0 : (page - 1) * perPage],
    ]),
    db.query<{ total: number }>(
      `select count(*)::int as total from (select 1 from ${table} t where ${where} ${bound}) counted`,
      values,
    ),
  ])
  const total = counted?.total ?? 0
  return {
    ...newestFirst.pageAt(rows, perPage, position),
    ...{ page, perPage, total: isNarrowed ? Math.min(total, maxCounted) : total },
    totalIsMinimum: isNarrowed && total > maxCounted,
  }
}

/** `meta.paginate` of a list. */
export const paginate = ({ total, page, perPage, nextCursor, prevCursor }: Omit<PageOf<never>, 'rows'>): Paginate => ({
  currentPage: page,
  lastPage: Math.max(1, Math.ceil(total / perPage)),
  perPage,
  total,
  nextCursor,
  prevCursor,
})
