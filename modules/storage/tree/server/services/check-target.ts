import type { Sql } from '../../../../platform/index.ts'
import { maxDepth } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import type { ItemLocation } from './find-item.ts'
import type { SelectedItems } from './selection.ts'

/**
 * 422 `within` when the target is one of the selected folders or below one; 422 `max-depth-exceeded` when a tree would
 * exceed 64 levels. The result holds while the caller holds the tree lock.
 */
export const checkTarget = async (
  tx: Sql,
  selected: SelectedItems,
  target: ItemLocation | null,
  within: 'move-into-itself' | 'copy-into-itself' = 'move-into-itself',
): Promise<void> => {
  if (!target) return
  const ancestors = [...target.path.map(({ id }) => id), target.item.id]
  const [inside] = await tx.query(
    `select 1 from items i where i.id = any($1::uuid[]) and ${selected.condition('i', 2)} limit 1`,
    [ancestors, ...selected.values],
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
