import type { Sql } from '../../../../platform/index.ts'
import { maxItemsPerCall } from '../../contract.ts'
import type { Chosen } from './selection.ts'

/** More than this goes on behind the answer. */
export const largeFrom = maxItemsPerCall

/** True when more is chosen than one answer waits for; trees count as one. */
export const manyChosen = async (sql: Sql, chosen: Chosen): Promise<boolean> => {
  const [row] = await sql.query<{ n: number }>(
    `select count(*) as n from (select 1 from items i where ${chosen.condition('i', 1)} limit ${largeFrom + 1}) few`,
    chosen.values,
  )
  return (row?.n ?? 0) > largeFrom
}

const treeOf = (chosen: Chosen) => `with recursive tree as (
    select i.id, i.is_folder, i.size from items i where ${chosen.condition('i', 1)}
    union all
    select c.id, c.is_folder, c.size from tree join items c on c.parent_id = tree.id where tree.is_folder`

/** The same for all that is in their trees, trashed or not. */
export const manyInTrees = async (sql: Sql, chosen: Chosen): Promise<boolean> => {
  const [row] = await sql.query<{ n: number }>(
    `${treeOf(chosen)}) select count(*) as n from (select 1 from tree limit ${largeFrom + 1}) few`,
    chosen.values,
  )
  return (row?.n ?? 0) > largeFrom
}

/** Live items in the trees of what was chosen, and their bytes. */
export const measure = async (sql: Sql, chosen: Chosen): Promise<{ items: number; folders: number; size: number }> => {
  const [row] = await sql.query<{ items: number; folders: number; size: number }>(
    `${treeOf(chosen)} and c.trashed_at is null)
     select count(*) as items, count(*) filter (where is_folder) as folders, coalesce(sum(size), 0) as size from tree`,
    chosen.values,
  )
  return row ?? { items: 0, folders: 0, size: 0 }
}
