import type { Sql } from '../../../../platform/index.ts'
import { maxDepth } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import type { ItemLocation } from './find-item.ts'
import type { SelectedItems } from './selection.ts'

/** 422 (`within`) for a folder into itself or below itself and for trees that would end below 64 levels. True until the tree's lock goes. */
export const checkTarget = async (
  tx: Sql,
  selected: SelectedItems,
  target: ItemLocation | null,
  within: 'move-into-itself' | 'copy-into-itself' = 'move-into-itself',
): Promise<void> => {
  if (!target) return
  const way = [...target.path.map(({ id }) => id), target.item.id]
  const [inside] = await tx.query(
    `select 1 from items i where i.id = any($1::uuid[]) and ${selected.condition('i', 2)} limit 1`,
    [way, ...selected.values],
  )
  if (inside) throw storageErrors.fail(within)
  const [tallest] = await tx.query<{ height: number | null }>(
    `with recursive down as (
       select i.id, 1 as height from items i where i.is_folder and ${selected.condition('i', 2)}
       union all
       select c.id, down.height + 1 from down join items c on c.parent_id = down.id
       where c.is_folder and down.height <= $1
     ) select max(height) as height from down`,
    [maxDepth, ...selected.values],
  )
  if (target.depth + (tallest?.height ?? 0) > maxDepth)
    throw storageErrors.fail('max-depth-exceeded', { field: 'to_id', values: { limit: maxDepth } })
}
