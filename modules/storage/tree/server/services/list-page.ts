import type { Sql } from '../../../../platform/index.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { ListBoundary } from './cursor.ts'
import {
  headValueOf,
  type IndexRange,
  indexRangeSql,
  type ListedView,
  listIndexes,
  type RangeStart,
} from './list-range.ts'
import { type ListOrder, sortColumns } from './sorting.ts'

export interface ListedRow extends ItemRow {
  sort_key: string
  /** When the rows were read; of the first row of an index range only. */
  read_at: Date | null
  parent_name: string | null
  /** Whether a folder contains folders; only in lists of folders. */
  has_folders?: boolean
}

const hasFolders = `exists (
  select 1 from items inner_folder
  where inner_folder.parent_id = i.id and inner_folder.is_folder and inner_folder.trashed_at is null) as has_folders`

/**
 * Limits are part of the statement instead of bound: for a bound limit the generic plan of a prepared statement expects a
 * tenth of the folder. Few distinct limits keep the number of prepared statements small.
 */
const limits = [31, 51, 101, 201, 1_001] as const
const limitFor = (count: number) => limits.find((limit) => limit >= count) ?? limits[4]

export interface ListRange extends IndexRange {
  from: RangeStart
  count: number
}

/** The first rows of a list. */
type ListStart = Pick<ListRange, 'view' | 'order' | 'count'>

/**
 * Rows of one index range. $1 folder or owner, $2 owner, $3 caller; after a boundary $4 its key and $5 its id. The inner
 * query selects “from here on, in index order” and never “all of this folder, sorted”: for the latter PostgreSQL sorts
 * 100,000 rows as soon as its statistics say that folders are small.
 */
export const listRangeSql = (range: ListRange, more?: string): string =>
  rowsSql(
    range,
    `(select t.*, row_number() over () as position from (select i.* ${limitedRange(range)}) t)`,
    `where ${inRange(range, 'i')}`,
    more,
  )

/** Rows of folders with `has_folders`. */
export const folderRangeSql = (range: ListRange): string => listRangeSql(range, `, ${hasFolders}`)

/** The first rows of a list, of both ranges in turn, in one statement. Parameters as above. */
export const listStartSql = (start: ListStart): string => {
  const range = ({ folders, before }: { folders: boolean; before: number }) => {
    const subrange: ListRange = { ...start, folders, from: 'start', backward: false }
    return `(select t.*, ${before} + row_number() over () as position from (select i.* ${limitedRange(subrange)}) t
      where ${inRange(subrange, 't')})`
  }
  const limit = limitFor(start.count)
  const both = `${range({ folders: true, before: 0 })} union all ${range({ folders: false, before: limit })}`
  return rowsSql(start, `(select u.* from (${both}) u order by u.position limit ${limit})`)
}

const limitedRange = ({ count, from, ...range }: ListRange) => `${indexRangeSql(range, from)} limit ${limitFor(count)}`

/** The range of an index continues past the end of the list. */
const inRange = ({ view, folders }: ListRange, alias: string) =>
  `${alias}.${listIndexes[view.kind].head} = $1 and ${alias}.owner_id = $2 and ${alias}.is_folder = ${folders}`

/** `from`: items with their position, as `i`, where a second range begins behind the limit; `more`: further columns. */
const rowsSql = ({ view, order, count }: ListStart, from: string, where = '', more = ''): string => {
  const parentName = view.kind === 'trash' ? '(select p.name from items p where p.id = i.parent_id)' : 'null::text'
  return `select ${itemColumns}, ${sortColumns[order.sort].key} as sort_key, ${parentName} as parent_name,
      case when i.position % ${limitFor(count)} = 1 then now() end as read_at${more}
    from ${from} i ${itemJoins('$3')} ${where} order by i.position`
}

const startNameOf = ({ view, order, count }: ListStart, ...more: string[]) =>
  ['storage.list-page', view.kind, order.sort, order.direction, ...more, limitFor(count)].join('.')

const nameOf = (range: ListRange, ...more: string[]) =>
  startNameOf(range, range.folders ? 'd' : 'f', range.from, range.backward ? 'b' : 'a', ...more)

interface ListPageOptions {
  view: ListedView
  order: ListOrder
  actor: string | null
  count: number
  /** Row from which the page continues; null: the start of the list, or its end when `backward`. */
  boundary: ListBoundary | null
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
  if (!boundary && !backward && !foldersOnly) {
    const start: ListStart = { view, order, count }
    const values = [headValueOf(view), view.owner, actor]
    return (await sql.query<ListedRow>(listStartSql(start), values, startNameOf(start))).slice(0, count)
  }
  const segments = foldersOnly ? [true] : backward ? [false, true] : [true, false]
  const first = boundary ? segments.indexOf(boundary.isFolder) : 0
  const rows: ListedRow[] = []
  for (const folders of segments.slice(first)) {
    if (rows.length >= count) break
    const bounded = boundary !== null && boundary.isFolder === folders
    const from = bounded ? (inclusive ? 'at' : 'after') : 'start'
    const wanted = count - rows.length
    const range: ListRange = { view, order, folders, backward, from, count: wanted }
    const values = [headValueOf(view), view.owner, actor, ...(bounded ? [boundary.key, boundary.id] : [])]
    const text = foldersOnly ? folderRangeSql(range) : listRangeSql(range)
    const fetched = await sql.query<ListedRow>(text, values, nameOf(range, ...(foldersOnly ? ['tree'] : [])))
    rows.push(...fetched.slice(0, wanted))
  }
  return rows
}
