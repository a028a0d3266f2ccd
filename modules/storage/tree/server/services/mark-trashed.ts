import type { Tx } from '../../../../platform/index.ts'
import { addChildren, addTrashed } from '../counters.ts'
import { itemsEvent } from '../events.ts'
import type { Scope } from '../scope.ts'
import type { SelectedItems } from './selection.ts'
import { lockNames } from './tree-lock.ts'

interface TrashedChildren {
  parent_id: string | null
  n: number
  at: Date
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
       where i.owner_id = $1 and i.trashed_at is null and ${selected.condition('i', 3)} returning i.parent_id, i.trashed_at
     ) select parent_id, count(*) as n, max(trashed_at) as at from gone group by parent_id order by parent_id`,
    [scope.ownerId, at, ...selected.values],
  )
  const total = trashed.reduce((sum, { n }) => sum + n, 0)
  if (total === 0) return null
  for (const { parent_id, n } of trashed) await addChildren(tx, scope.ownerId, parent_id, -n)
  await addTrashed(tx, scope.ownerId, total)
  const parentIds = trashed.map(({ parent_id }) => parent_id)
  tx.emit('storage.items.trashed', itemsEvent(scope, selected.ids, parentIds))
  return trashed[0]?.at ?? null
}
