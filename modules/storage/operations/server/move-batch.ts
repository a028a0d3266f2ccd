import type { Tx } from '../../../platform/index.ts'
import {
  checkTarget,
  excludedWithin,
  foldersEvent,
  lockNames,
  requireFolder,
  selectionOfIds,
  storageErrors,
} from '../../tree/index.ts'
import { type OperationEntry, unmovedEntries, withActiveTargets } from './entries.ts'
import type { OperationRow } from './operation.row.ts'
import { placeItems } from './place-rows.ts'
import { requireNoCycle } from './require-no-cycle.ts'

/** Throws 422 below 64 levels and for a folder into itself. Entries of an undo have several targets. */
const checkTargets = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<void> => {
  for (const [to, group] of Map.groupBy(entries, ({ to_id }) => to_id ?? op.target_folder_id))
    await checkTarget(tx, selectionOfIds(group.map(({ item_id }) => item_id)), await requireFolder(tx, op.scope, to))
}

/**
 * Moves the entries that are still where they were listed. Entries whose target was removed are skipped; in an undo they
 * end the operation with 404. 422 when entries with different targets would end up inside each other.
 */
export const moveBatch = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<number> => {
  await lockNames(tx, op.owner_id)
  const unmoved = await unmovedEntries(tx, op, entries)
  const movable = await withActiveTargets(tx, op, unmoved)
  if (op.input.undoes) {
    if (movable.length < unmoved.length) throw storageErrors.fail('parent-not-found')
    await checkTargets(tx, op, movable)
  } else
    await checkTargets(
      tx,
      op,
      movable.filter(({ to_id }) => to_id === null),
    )
  const placements = movable.map(({ position, item_id, to_id }) => ({
    position,
    id: item_id,
    to: to_id ?? op.target_folder_id,
  }))
  const { ids, entered, left } = await placeItems(tx, op, placements)
  await requireNoCycle(
    tx,
    entered.map(({ parentId }) => parentId),
  )
  if (ids.length > 0) {
    const { parentIds } = foldersEvent(op.scope, [], [...entered, ...left])
    const payload = foldersEvent(op.scope, op.background ? [] : ids, entered)
    const excludedIds = await excludedWithin(tx, op.owner_id, ids)
    tx.emit('storage.items.moved', { ...payload, excludedIds, parentIds, toId: op.target_folder_id, left })
  }
  return entries.length
}
