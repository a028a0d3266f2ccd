import type { Tx } from '../../../../platform/index.ts'
import { addChildCount, addTrashCount } from '../counters.ts'
import { changeColumns, type FolderChange, foldersEvent } from '../events.ts'
import type { Scope } from '../scope.ts'
import { excludedWithin } from './root-exclusions.ts'
import type { SelectedItems } from './selection.ts'
import { lockNames } from './tree-lock.ts'

interface TrashedChildren extends FolderChange {
  at: Date
  folderIds: string[] | null
}

/**
 * Trashes active items, one row each, and updates the counters of their parents. `at`: their `trashed_at`; the current
 * time when null. Resolves with `trashed_at`, or null when no item was active.
 */
export const markTrashed = async (
  tx: Tx,
  scope: Scope,
  selected: SelectedItems,
  at: Date | null = null,
): Promise<Date | null> => {
  await lockNames(tx, scope.ownerId)
  // Whole milliseconds, which JSON preserves: undo finds the items by this time.
  const trashed = await tx.query<TrashedChildren>(
    `with gone as (
       update items i set trashed_at = coalesce($2::timestamptz, date_trunc('milliseconds', now()))
       where i.owner_id = $1 and i.trashed_at is null and ${selected.condition('i', 3)} returning i.id, i.parent_id, i.trashed_at, i.is_folder
     ) select ${changeColumns}, max(trashed_at) as at, array_agg(i.id) filter (where i.is_folder) as "folderIds"
     from gone i group by parent_id order by parent_id`,
    [scope.ownerId, at, ...selected.values],
  )
  const total = trashed.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  for (const { parentId, count } of trashed) await addChildCount(tx, scope.ownerId, parentId, -count)
  await addTrashCount(tx, scope.ownerId, total)
  const folderIds = trashed.flatMap((folder) => folder.folderIds ?? [])
  const changes = trashed.map(({ parentId, count, itemIds }) => ({ parentId, count, itemIds }))
  tx.emit('storage.items.trashed', {
    ...foldersEvent(scope, selected.ids, changes),
    excludedIds: await excludedWithin(tx, scope.ownerId, folderIds),
  })
  return trashed[0]?.at ?? null
}
