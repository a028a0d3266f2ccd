import type { Tx } from '../../../platform/index.ts'
import { lockNames, markTrashed, selectionOfIds } from '../../tree/index.ts'
import { mergeComments } from './merged-comments.ts'
import { emptiedByMove, hideMergedFolders } from './merged-folders.ts'
import type { OperationRow } from './operation.row.ts'

/**
 * Removes merged folders that are empty now, without their comments: a move trashes them, so that its undo restores them with
 * their share links; a restore hides them. False when none is left.
 */
export const finishMerges = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  if (!op.input.onConflict || op.input.onConflict === 'ask' || op.input.undoes) return false
  if (op.kind !== 'restore' && op.kind !== 'move') return false
  // Uploads hold it until their row is visible: a folder that they fill does not count as empty.
  await lockNames(tx, op.owner_id)
  if (await mergeComments(tx, op)) return true
  if (op.kind === 'restore') return hideMergedFolders(tx, op)
  const ids = await emptiedByMove(tx, op)
  if (ids.length === 0) return false
  await markTrashed(tx, op.scope, selectionOfIds(ids), op.created_at)
  return true
}
