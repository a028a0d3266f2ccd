import type { Tx } from '../../../../platform/index.ts'
import { addChildren, addTrashed } from '../counters.ts'
import type { Scope } from '../scope.ts'
import type { SelectedItems } from './selection.ts'
import { lockNames } from './tree-lock.ts'

interface Trashed {
  parent_id: string | null
  n: number
  at: Date
}

/** To the trash, one row each, with the counts of their parents. `at`: the time they carry, now if not given. */
export const markTrashed = async (
  tx: Tx,
  scope: Scope,
  selected: SelectedItems,
  at: Date | null = null,
): Promise<Date | null> => {
  await lockNames(tx, scope.ownerId)
  // Whole milliseconds, so that the time on the wire names the deed exactly (undo).
  const gone = await tx.query<Trashed>(
    `with gone as (
       update items i set trashed_at = coalesce($2::timestamptz, date_trunc('milliseconds', now()))
       where i.owner_id = $1 and i.trashed_at is null and ${selected.condition('i', 3)} returning i.parent_id, i.trashed_at
     ) select parent_id, count(*) as n, max(trashed_at) as at from gone group by parent_id order by parent_id`,
    [scope.ownerId, at, ...selected.values],
  )
  const total = gone.reduce((sum, { n }) => sum + n, 0)
  if (total === 0) return null
  for (const { parent_id, n } of gone) await addChildren(tx, scope.ownerId, parent_id, -n)
  await addTrashed(tx, scope.ownerId, total)
  tx.emit('storage.items.trashed', {
    ownerId: scope.ownerId,
    actorId: scope.actor.userId,
    socketId: scope.actor.socketId ?? null,
    itemIds: selected.ids,
    parentIds: gone.map(({ parent_id }) => parent_id),
  })
  return gone[0]?.at ?? null
}
