import type { Sql, Tx } from '../../../../platform/index.ts'
import { addChildCount, addTrashCount } from '../counters.ts'
import { changeColumns, type FolderChange } from '../events.ts'
import type { Scope } from '../scope.ts'
import type { SelectedItems } from './selection.ts'
import { lockNames } from './tree-lock.ts'

const trashedParentsSql = (selected: SelectedItems) => `with recursive up as (
    select distinct i.parent_id as start, i.parent_id as id from items i
    where i.trashed_at is not null and i.parent_id is not null and ${selected.condition('i', 1)}
    union all
    select up.start, p.parent_id from up join items p on p.id = up.id where p.parent_id is not null
  ) select distinct up.start as id from up join items a on a.id = up.id
  where a.trashed_at is not null and not coalesce(${selected.condition('a', 1)}, false)`

/** Ids of the selected items' parents that remain in the trash after the items are restored. */
export const trashedParents = async (sql: Sql, selected: SelectedItems): Promise<string[]> =>
  (await sql.query<{ id: string }>(trashedParentsSql(selected), selected.values)).map(({ id }) => id)

/**
 * Restores roots of trashed trees to their parents, or to the owner's root where the parent remains in the trash. The
 * database numbers names that are taken. Resolves with the restored items by parent.
 */
export const restoreTrashRoots = async (tx: Tx, scope: Scope, selected: SelectedItems): Promise<FolderChange[]> => {
  await lockNames(tx, scope.ownerId)
  const trashed = await trashedParents(tx, selected)
  const restored = await tx.query<FolderChange>(
    `with restored as (
       update items i set trashed_at = null, placed_at = now(),
         parent_id = case when i.parent_id = any($2::uuid[]) then null else i.parent_id end
       where i.owner_id = $1 and i.trashed_at is not null and i.merged_by is null and ${selected.condition('i', 3)} returning i.id, i.parent_id
     ) select ${changeColumns} from restored i group by parent_id order by parent_id`,
    [scope.ownerId, trashed, ...selected.values],
  )
  for (const { parentId, count } of restored) await addChildCount(tx, scope.ownerId, parentId, count)
  await addTrashCount(tx, scope.ownerId, -restored.reduce((sum, { count }) => sum + count, 0))
  return restored
}
