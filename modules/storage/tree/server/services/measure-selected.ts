import type { Sql } from '../../../../platform/index.ts'
import { maxItemsPerCall } from '../../contract.ts'
import type { SelectedItems } from './selection.ts'

/** Actions on more items continue in the background, after the response. */
export const bulkThreshold = maxItemsPerCall

/** Whether more items are selected than a call handles before its response; a tree counts as one item. */
export const exceedsBulkThreshold = async (sql: Sql, selected: SelectedItems): Promise<boolean> => {
  const [row] = await sql.query<{ n: number }>(
    `select count(*) as n from (select 1 from items i where ${selected.condition('i', 1)} limit ${bulkThreshold + 1}) few`,
    selected.values,
  )
  return (row?.n ?? 0) > bulkThreshold
}

const treeOf = (selected: SelectedItems) => `with recursive tree as (
    select i.id, i.is_folder, i.size from items i where ${selected.condition('i', 1)}
    union all
    select c.id, c.is_folder, c.size from tree join items c on c.parent_id = tree.id where tree.is_folder`

/** Like `exceedsBulkThreshold`, but counts all items in the selected trees, trashed or not. */
export const treesExceedBulkThreshold = async (sql: Sql, selected: SelectedItems): Promise<boolean> => {
  const [row] = await sql.query<{ n: number }>(
    `${treeOf(selected)}) select count(*) as n from (select 1 from tree limit ${bulkThreshold + 1}) few`,
    selected.values,
  )
  return (row?.n ?? 0) > bulkThreshold
}

/** Number and bytes of the active items in the selected trees. */
export const measureSelected = async (
  sql: Sql,
  selected: SelectedItems,
): Promise<{ items: number; folders: number; size: number }> => {
  const [row] = await sql.query<{ items: number; folders: number; size: number }>(
    `${treeOf(selected)} and c.trashed_at is null)
     select count(*) as items, count(*) filter (where is_folder) as folders, coalesce(sum(size), 0) as size from tree`,
    selected.values,
  )
  return row ?? { items: 0, folders: 0, size: 0 }
}

/** Bytes of the selected items; of folders as aggregated last, as listings show them. */
export const selectedBytes = async (sql: Sql, selected: SelectedItems): Promise<number> => {
  const [row] = await sql.query<{ size: number }>(
    `select coalesce(sum(case when i.is_folder then z.size else i.size end), 0)::bigint as size
     from items i left join folder_sizes z on z.folder_id = i.id where ${selected.condition('i', 1)}`,
    selected.values,
  )
  return Math.max(row?.size ?? 0, 0)
}
