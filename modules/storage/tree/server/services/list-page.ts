import type { Sql } from '../../../../platform/index.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Boundary } from './cursor.ts'
import {
  headValueOf,
  type IndexRange,
  indexRange,
  type ListedView,
  listIndexes,
  type RangeStart,
} from './list-range.ts'
import { type Order, sortColumns } from './sorting.ts'

export interface ListedRow extends ItemRow {
  sort_key: string
  parent_name: string | null
}

/**
 * Limits are part of the statement instead of bound: for a bound limit the generic plan of a prepared statement expects a
 * tenth of the folder. Few distinct limits keep the number of prepared statements small.
 */
const limits = [51, 101, 201, 1_001] as const
const limitFor = (count: number) => limits.find((limit) => limit >= count) ?? limits[limits.length - 1]

export interface Range extends IndexRange {
  from: RangeStart
  count: number
}

/**
 * Rows of one index range. $1 folder or owner, $2 owner, $3 caller; after a boundary $4 its key and $5 its id. The inner
 * query selects “from here on, in index order” and never “all of this folder, sorted”: for the latter PostgreSQL sorts
 * 100,000 rows as soon as its statistics say that folders are small.
 */
export const listRangeSql = ({ count, from, ...range }: Range): string => {
  const { view, order, folders } = range
  const parentName = view.kind === 'trash' ? '(select p.name from items p where p.id = i.parent_id)' : 'null::text'
  return `select ${itemColumns}, ${sortColumns[order.sort].key} as sort_key, ${parentName} as parent_name
    from (
      select t.*, row_number() over () as position from (select i.* ${indexRange(range, from)} limit ${limitFor(count)}) t
    ) i ${itemJoins('$3')}
    where i.${listIndexes[view.kind].head} = $1 and i.owner_id = $2 and i.is_folder = ${folders} order by i.position`
}

const nameOf = ({ view, order, folders, backward, from, count }: Range) =>
  [
    'storage.list-page',
    view.kind,
    order.sort,
    order.direction,
    folders ? 'd' : 'f',
    from,
    backward ? 'b' : 'a',
    limitFor(count),
  ].join('.')

export interface ListPageOptions {
  view: ListedView
  order: Order
  actor: string | null
  count: number
  /** Row from which the page continues; null: the start of the list, or its end when `backward`. */
  boundary: Boundary | null
  /** Includes the boundary row itself. */
  inclusive?: boolean
  backward?: boolean
  /** Omits the files. */
  foldersOnly?: boolean
}

/**
 * Up to `count` rows in list order, or in reverse order when `backward`. Reads index ranges: the cost depends on the
 * number of rows returned, not on their position.
 */
export const listPage = async (sql: Sql, options: ListPageOptions): Promise<ListedRow[]> => {
  const { view, order, actor, count, boundary, inclusive = false, backward = false, foldersOnly = false } = options
  const segments = foldersOnly ? [true] : backward ? [false, true] : [true, false]
  const first = boundary ? segments.indexOf(boundary.isFolder) : 0
  const rows: ListedRow[] = []
  for (const folders of segments.slice(first)) {
    if (rows.length >= count) break
    const bounded = boundary !== null && boundary.isFolder === folders
    const from = bounded ? (inclusive ? 'at' : 'after') : 'start'
    const wanted = count - rows.length
    const range: Range = { view, order, folders, backward, from, count: wanted }
    const values = [headValueOf(view), view.owner, actor, ...(bounded ? [boundary.key, boundary.id] : [])]
    const found = await sql.query<ListedRow>(listRangeSql(range), values, nameOf(range))
    rows.push(...found.slice(0, wanted))
  }
  return rows
}
