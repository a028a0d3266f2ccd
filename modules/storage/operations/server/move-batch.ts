import type { Tx } from '../../../platform/index.ts'
import { checkTarget, lockNames, requireFolder, selectionOfIds, storageErrors } from '../../tree/index.ts'
import { type Entry, unmovedEntries, withLiveTargets } from './entries.ts'
import type { OperationRow } from './operation.row.ts'
import { placeItems } from './place-rows.ts'

/** Nothing below 64 levels, nothing into itself. An undone move goes into many folders. */
const checkTargets = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<void> => {
  for (const [to, group] of Map.groupBy(entries, ({ to_id }) => to_id ?? op.target_folder_id))
    await checkTarget(tx, selectionOfIds(group.map(({ item_id }) => item_id)), await requireFolder(tx, op.scope, to))
}

/** Entries that are where they were listed go into their folders. A folder that has gone since ends an undo with 404. */
export const moveBatch = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<number> => {
  await lockNames(tx, op.owner_id)
  const there = await unmovedEntries(tx, op, entries)
  const going = await withLiveTargets(tx, op, there)
  if (op.input.undoes) {
    if (going.length < there.length) throw storageErrors.fail('parent-not-found')
    await checkTargets(tx, op, going)
  } else
    await checkTargets(
      tx,
      op,
      going.filter(({ to_id }) => to_id === null),
    )
  const placements = going.map(({ position, item_id, to_id }) => ({
    position,
    id: item_id,
    to: to_id ?? op.target_folder_id,
  }))
  const { ids, parents } = await placeItems(tx, op, placements)
  if (ids.length > 0)
    tx.emit('storage.items.moved', {
      ownerId: op.owner_id,
      actorId: op.actor_id,
      socketId: op.scope.actor.socketId ?? null,
      itemIds: op.background ? [] : ids,
      parentIds: parents,
      toId: op.target_folder_id,
    })
  return entries.length
}
