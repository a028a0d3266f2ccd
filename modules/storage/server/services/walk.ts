import type { Sql } from '../../../platform/index.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Boundary } from './cursor.ts'
import { type Order, sortColumns } from './sorting.ts'

/** What is listed: live children of a folder, live items at the owner's root, or roots of trashed trees. */
export type View = { kind: 'child' | 'root' | 'trash'; owner: string; parent: string | null }

export interface ListedRow extends ItemRow {
  sort_key: string
  parent_name: string | null
}

const conditions = {
  // The owner is asked of the parent, once: children have their parent's owner, and the walk stays within its index.
  child: 'i.parent_id = $1 and i.trashed_at is null and (select p.owner_id from items p where p.id = $1) = $2',
  root: 'i.owner_id = $2 and i.trashed_at is null and i.parent_id is null and $1::uuid is null',
  trash: 'i.owner_id = $2 and i.trashed_at is not null and $1::uuid is null',
} as const

/** Folders come before files whatever the order, so a list is two index ranges, one after the other. */
const segmentOf = (folders: boolean) => (folders ? 'i.is_folder' : 'not i.is_folder')

const directionOf = ({ direction }: Order, backward: boolean) => ((direction === 'DESC') === backward ? 'asc' : 'desc')

const rangeSql = (view: View, order: Order, folders: boolean, backward: boolean, from: 'start' | 'after' | 'at') => {
  const { column, key, bind } = sortColumns[order.sort]
  const way = directionOf(order, backward)
  const compare = `${way === 'asc' ? '>' : '<'}${from === 'at' ? '=' : ''}`
  const after = from === 'start' ? '' : `and (i.${column}, i.id) ${compare} (${bind('$5')}, $6::uuid)`
  const parentName = view.kind === 'trash' ? '(select p.name from items p where p.id = i.parent_id)' : 'null::text'
  return `select ${itemColumns}, ${key} as sort_key, ${parentName} as parent_name
    from items i ${itemJoins('$3')}
    where ${conditions[view.kind]} and ${segmentOf(folders)} ${after}
    order by i.${column} ${way}, i.id ${way} limit $4`
}

export interface WalkOptions {
  view: View
  order: Order
  actor: string | null
  count: number
  /** Go on from this row; null starts at the end the walk comes from. */
  boundary: Boundary | null
  /** Take the boundary row itself too. */
  inclusive?: boolean
  backward?: boolean
}

/**
 * Up to `count` rows in list order (reversed when walking backward), each read by walking an index range: the cost is
 * that of the rows returned, wherever in the list they are.
 */
export const walk = async (sql: Sql, options: WalkOptions): Promise<ListedRow[]> => {
  const { view, order, actor, count, boundary, inclusive = false, backward = false } = options
  const segments = backward ? [false, true] : [true, false]
  const first = boundary ? segments.indexOf(boundary.isFolder) : 0
  const rows: ListedRow[] = []
  for (const folders of segments.slice(first)) {
    if (rows.length >= count) break
    const bounded = boundary !== null && boundary.isFolder === folders
    const from = bounded ? (inclusive ? 'at' : 'after') : 'start'
    const name = `storage.walk.${view.kind}.${order.sort}.${order.direction}.${folders ? 'd' : 'f'}.${from}${backward ? '.back' : ''}`
    const values = [
      view.parent,
      view.owner,
      actor,
      count - rows.length,
      ...(bounded ? [boundary.key, boundary.id] : []),
    ]
    rows.push(...(await sql.query<ListedRow>(rangeSql(view, order, folders, backward, from), values, name)))
  }
  return rows
}

const countFolders = (view: View) => `select count(*) as n from items i where ${conditions[view.kind]} and i.is_folder`

const nthSql = (view: View, order: Order, folders: boolean, backward: boolean) => {
  const { column, key } = sortColumns[order.sort]
  const way = directionOf(order, backward)
  return `select i.id, ${key} as key from items i where ${conditions[view.kind]} and ${segmentOf(folders)}
    order by i.${column} ${way}, i.id ${way} offset $3 limit 1`
}

/**
 * The row at position `n` (from 0) of a list of `total`, or null past its end: a jump of the scrollbar. It walks index
 * entries only, from the nearer end, so a jump within 100,000 rows reads 50,000 of them at most.
 */
export const rowAt = async (sql: Sql, view: View, order: Order, n: number, total: number): Promise<Boundary | null> => {
  if (n >= total) return null
  const [{ n: folders } = { n: 0 }] = await sql.query<{ n: number }>(countFolders(view), [view.parent, view.owner])
  const isFolder = n < folders
  const [position, length] = isFolder ? [n, folders] : [n - folders, total - folders]
  const backward = position > length / 2
  const skip = backward ? length - 1 - position : position
  const [found] = await sql.query<{ id: string; key: string }>(nthSql(view, order, isFolder, backward), [
    view.parent,
    view.owner,
    skip,
  ])
  return found ? { isFolder, key: found.key, id: found.id } : null
}
