import { perPageOf, rejectTooManyForOnePage, type Sql } from '../../../../platform/index.ts'
import type { FolderQuery } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { type ListCursor, readListCursor } from './cursor.ts'
import { type SortedPage, type SortedRow, startOfListPage } from './paginate.ts'
import { type ListOrder, sortColumns } from './sorting.ts'

interface RankedRow extends SortedRow {
  position: number
  total: number
}

/** Start of a page: at an offset, half a page before an item, or next to the row of a cursor. */
type Start = 'at' | 'around' | 'after' | 'before'

const conditions: Readonly<Record<Exclude<Start, 'after' | 'before'>, string>> = {
  at: 'position >= $5::bigint',
  around: 'position >= (select greatest(position - ($4 / 2), 0) from ranked where id = $5::uuid)',
}

const cursorCondition = (start: 'after' | 'before', { sort, direction }: ListOrder) => {
  const beyond = (direction === 'ASC') === (start === 'after') ? '>' : '<'
  const key = `(value, id) ${beyond} (${sortColumns[sort].bind('$5')}, $6::uuid)`
  return `(is_folder ${start === 'after' ? '<' : '>'} $7::boolean or (is_folder = $7 and ${key}))`
}

/**
 * $1 item ids, $2 owner or null for any, $3 root of the scope or null, $4 rows per page, then the start. Reads only the
 * given items and the folders above them, each folder once: ancestors are looked up per parent folder, not per item.
 */
export const listAmongSql = (order: ListOrder, start: Start): string => {
  const { expression, key } = sortColumns[order.sort]
  const condition = start === 'at' || start === 'around' ? conditions[start] : cursorCondition(start, order)
  return `with recursive given as (
      select i.* from items i where i.id = any($1::uuid[]) and ($2::uuid is null or i.owner_id = $2) and i.trashed_at is null
    ), up as (
      select i.id as parent, i.id, i.parent_id, i.trashed_at from (select distinct parent_id from given) given
      join items i on i.id = given.parent_id
      union all
      select up.parent, p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id
      where up.trashed_at is null
    ), reachable as (
      select parent from up group by parent
      having bool_and(trashed_at is null) and ($3::uuid is null or bool_or(id = $3))
    ), ranked as (
      select i.id, i.is_folder, ${expression('i')} as value, ${key} as sort_key, count(*) over () as total,
        row_number() over (order by i.is_folder desc, ${expression('i')} ${order.direction}, i.id ${order.direction}) - 1 as position
      from given i where i.parent_id in (select parent from reachable) or (i.parent_id is null and $3 is null)
    )
    select id, is_folder, sort_key, position, total from ranked where ${condition}
    order by position ${start === 'before' ? 'desc' : 'asc'} limit $4 + 1`
}

const startFor = (query: FolderQuery, cursor: ListCursor | null, perPage: number): [Start, unknown[]] => {
  if (cursor) return [cursor.backward ? 'before' : 'after', [cursor.key, cursor.id, cursor.isFolder]]
  if (query.around !== undefined) return ['around', [query.around]]
  return ['at', [startOfListPage(query, perPage)]]
}

/**
 * A page of the given items, folders first. 404 when the item of `around` is not among them, 422 for an invalid cursor or
 * page.
 */
export const listAmong = async (
  sql: Sql,
  scope: { ownerId: string | null; root: string | null },
  ids: readonly string[],
  query: FolderQuery,
  order: ListOrder,
): Promise<SortedPage<SortedRow>> => {
  const perPage = perPageOf(query)
  const fetchRows = (start: Start, values: unknown[], count = perPage) =>
    sql.query<RankedRow>(
      listAmongSql(order, start),
      [ids, scope.ownerId, scope.root, count, ...values],
      `storage.among.${order.sort}.${order.direction}.${start}`,
    )
  const cursor = query.cursor === undefined ? null : readListCursor(query.cursor, order)
  const [start, values] = startFor(query, cursor, perPage)
  const fetched = await fetchRows(start, values)
  if (start === 'around' && fetched.length === 0) throw storageErrors.fail('item-not-found')
  // A page past the end has no row with the total.
  const total = (fetched[0] ?? (await fetchRows('at', [0], 1))[0])?.total ?? 0
  rejectTooManyForOnePage(query, total)
  const rows = fetched.slice(0, perPage)
  if (start === 'before') rows.reverse()
  const from = rows[0]?.position ?? (start === 'at' ? Number(values[0]) : total)
  return { rows, total, perPage, from, before: from > 0, after: from + rows.length < total }
}
