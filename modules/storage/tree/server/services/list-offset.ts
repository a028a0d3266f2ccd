import type { Sql } from '../../../../platform/index.ts'
import type { ListBoundary } from './cursor.ts'
import { headValueOf, type IndexRange, indexRangeSql, type ListedView, listIndexes } from './list-range.ts'
import { type ListOrder, sortColumns } from './sorting.ts'

const countFolders = ({ kind }: ListedView) =>
  `select count(*) as n from items i where i.${listIndexes[kind].head} = $1 and ${listIndexes[kind].predicate} and i.is_folder`

const rowAtOffsetSql = (range: IndexRange) =>
  `select t.id, t.key from (
     select i.${listIndexes[range.view.kind].head} as head, i.is_folder, i.id, ${sortColumns[range.order.sort].key} as key
     ${indexRangeSql(range, 'start')} offset $2 limit 1
   ) t where t.head = $1 and t.is_folder = ${range.folders}`

/**
 * The row at offset `n` (from 0) of a list of `total` rows, or null past its end: for jumps of the scrollbar. Reads index
 * entries from the nearer end, so that a jump within 100,000 rows reads at most 50,000 entries.
 */
export const rowAtOffset = async (
  sql: Sql,
  view: ListedView,
  order: ListOrder,
  n: number,
  total: number,
): Promise<ListBoundary | null> => {
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
  const { head, predicate } = listIndexes[view.kind]
  const { expression } = sortColumns[order.sort]
  const beyond = order.direction === 'ASC' ? '<' : '>'
  return `select count(*) as n from items i, (select t.* from items t where t.id = $2) given
    where ${predicate} and i.${head} = $1 and i.is_folder = given.is_folder
      and (${expression('i')}, i.id) ${beyond} (${expression('given')}, given.id)`
}

/** Offset (from 0) of an item in a list, or null when it is not in the list. Counts index entries. */
export const offsetOf = async (sql: Sql, view: ListedView, order: ListOrder, id: string): Promise<number | null> => {
  const { head, predicate } = listIndexes[view.kind]
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
