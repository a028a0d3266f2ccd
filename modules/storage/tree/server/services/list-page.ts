import type { Sql } from '../../../../platform/index.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Boundary } from './cursor.ts'
import { type Order, sortColumns } from './sorting.ts'

/** What is listed: live children of a folder, live items at the owner's root, or roots of trashed trees. */
export type ListedView = { kind: 'child' | 'root' | 'trash'; owner: string; parent: string | null }

export interface ListedRow extends ItemRow {
  sort_key: string
  parent_name: string | null
}

/** Per kind of list, the first column of its indexes and what the indexes hold (as the migration says it). */
const views = {
  child: { head: 'parent_id', predicate: 'i.trashed_at is null and i.parent_id is not null' },
  root: { head: 'owner_id', predicate: 'i.trashed_at is null and i.parent_id is null' },
  trash: { head: 'owner_id', predicate: 'i.trashed_at is not null' },
} as const

/** Value of that first column. */
const headValueOf = (view: ListedView) => view.parent ?? view.owner

const directionOf = ({ direction }: Order, backward: boolean) => ((direction === 'DESC') === backward ? 'asc' : 'desc')

/**
 * A limit is written into the statement, not bound: the plan kept for a prepared statement would else expect a tenth of
 * the folder. Few different ones, so that few statements are prepared.
 */
const limits = [51, 101, 201, 1_001] as const
const limitFor = (count: number) => limits.find((limit) => limit >= count) ?? limits[limits.length - 1]

/** Folders come before files whatever the order, so a list is two ranges of one index, one after the other. */
export interface Range {
  view: ListedView
  order: Order
  folders: boolean
  backward: boolean
  from: 'start' | 'after' | 'at'
  count: number
}

type IndexRange = Pick<Range, 'view' | 'order' | 'folders' | 'backward'>

/** The index keys from a range's start on, in order, running on past its end: whoever asks cuts there. */
const indexRange = ({ view, order, folders, backward }: IndexRange, from: Range['from']) => {
  const { head, predicate } = views[view.kind]
  const { column, bind } = sortColumns[order.sort]
  const way = directionOf(order, backward)
  const beyond = way === 'asc' ? '>' : '<'
  const range =
    from === 'start'
      ? `(i.${head}, i.is_folder) ${beyond}= ($1::uuid, ${folders})`
      : `(i.${head}, i.is_folder, i.${column}, i.id) ${beyond}${from === 'at' ? '=' : ''} ($1::uuid, ${folders}, ${bind('$4')}, $5::uuid)`
  return `from items i where ${predicate} and ${range}
    order by i.${head} ${way}, i.is_folder ${way}, i.${column} ${way}, i.id ${way}`
}

/**
 * One index range; $1 folder or owner, $2 owner, $3 caller, and after a boundary $4 its key and $5 its id.
 * The inner part asks for “from here on, in index order” and never for “all of this folder, sorted”: with the latter
 * PostgreSQL sorts 100,000 rows as soon as its statistics believe that folders are small.
 */
export const listRangeSql = ({ count, from, ...range }: Range): string => {
  const { view, order, folders } = range
  const parentName = view.kind === 'trash' ? '(select p.name from items p where p.id = i.parent_id)' : 'null::text'
  return `select ${itemColumns}, ${sortColumns[order.sort].key} as sort_key, ${parentName} as parent_name
    from (
      select t.*, row_number() over () as position from (select i.* ${indexRange(range, from)} limit ${limitFor(count)}) t
    ) i ${itemJoins('$3')}
    where i.${views[view.kind].head} = $1 and i.owner_id = $2 and i.is_folder = ${folders} order by i.position`
}

const nameOf = ({ view, order, folders, backward, from, count }: Range) =>
  [
    'storage.walk',
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
  /** Go on from this row; null starts at the end the walk comes from. */
  boundary: Boundary | null
  /** Take the boundary row itself too. */
  inclusive?: boolean
  backward?: boolean
  /** Stop before the files. */
  foldersOnly?: boolean
}

/**
 * Up to `count` rows in list order (reversed when walking backward), each read by walking an index range: the cost is
 * that of the rows returned, wherever in the list they are.
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

const countFolders = ({ kind }: ListedView) =>
  `select count(*) as n from items i where i.${views[kind].head} = $1 and ${views[kind].predicate} and i.is_folder`

const rowAtOffsetSql = (range: IndexRange) =>
  `select t.id, t.key from (
     select i.${views[range.view.kind].head} as head, i.is_folder, i.id, ${sortColumns[range.order.sort].key} as key
     ${indexRange(range, 'start')} offset $2 limit 1
   ) t where t.head = $1 and t.is_folder = ${range.folders}`

/**
 * The row at position `n` (from 0) of a list of `total`, or null past its end: a jump of the scrollbar. It walks index
 * entries only, from the nearer end, so a jump within 100,000 rows reads 50,000 of them at most.
 */
export const rowAtOffset = async (
  sql: Sql,
  view: ListedView,
  order: Order,
  n: number,
  total: number,
): Promise<Boundary | null> => {
  if (n >= total) return null
  const head = headValueOf(view)
  const [{ n: all } = { n: 0 }] = await sql.query<{ n: number }>(countFolders(view), [head])
  const folders = n < all
  const [position, length] = folders ? [n, all] : [n - all, total - all]
  const backward = position > length / 2
  const skip = Math.max(backward ? length - 1 - position : position, 0)
  const [found] = await sql.query<{ id: string; key: string }>(rowAtOffsetSql({ view, order, folders, backward }), [
    head,
    skip,
  ])
  return found ? { isFolder: folders, key: found.key, id: found.id } : null
}

const countBeforeSql = ({ view, order }: Pick<IndexRange, 'view' | 'order'>) => {
  const { head, predicate } = views[view.kind]
  const { column } = sortColumns[order.sort]
  const beyond = order.direction === 'ASC' ? '<' : '>'
  return `select count(*) as n from items i, (select t.* from items t where t.id = $2) given
    where ${predicate} and i.${head} = $1 and i.is_folder = given.is_folder
      and (i.${column}, i.id) ${beyond} (given.${column}, given.id)`
}

/** Position (from 0) of an item in a list, or null when it is not in it. Counts index entries, as a jump does. */
export const offsetOf = async (sql: Sql, view: ListedView, order: Order, id: string): Promise<number | null> => {
  const { head, predicate } = views[view.kind]
  const values = [headValueOf(view), id]
  const [row] = await sql.query<{ is_folder: boolean }>(
    `select i.is_folder from items i where i.id = $2 and i.${head} = $1 and ${predicate}`,
    values,
  )
  if (!row) return null
  const [{ n: before } = { n: 0 }] = await sql.query<{ n: number }>(countBeforeSql({ view, order }), values)
  if (row.is_folder) return before
  const [{ n: folders } = { n: 0 }] = await sql.query<{ n: number }>(countFolders(view), [headValueOf(view)])
  return folders + before
}
