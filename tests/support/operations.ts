import type { OperationRow } from '../../modules/storage/operations/server/operation.row.ts'
import type { Operations } from '../../modules/storage/operations/server/operations.ts'
import type { Selection } from '../../modules/storage/tree/contract.ts'

/** Reference to a folder. */
export const folderRefOf = (id: string) => ({ id, type: 'folder' })
/** Selection of everything in a folder (null: the root). */
export const selectAllIn = (parent_id: string | null, view: Selection['view'] = 'files', except: string[] = []) => ({
  selection: { view, parent_id, except },
})
/** Runs an operation to its end. */
export const finishOperation = async (operations: Operations, id: string): Promise<void> => {
  while (await operations.step(id));
}
/** The row of a background operation; throws for a completed one. */
export const asOperation = (made: unknown): OperationRow => {
  if (made === null || !('state' in (made as object))) throw new Error('not a background operation')
  return made as OperationRow
}
