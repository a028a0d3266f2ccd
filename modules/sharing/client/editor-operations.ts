import { type ConflictResult, type OnConflict, type Operation, sumOfResults } from '../../storage/contract.ts'
import { call } from '../../web/ui.ts'
import { visitorMove, visitorOperation, visitorUndoDelete, visitorUndoOperation } from '../contract.ts'
import { followOperation } from './follow-operation.ts'
import { type ShareTargetItems, toRequestBodies } from './target-items.ts'

interface Move {
  /** Id of the target folder. */
  to: string
  onConflict: OnConflict
  /** The ids of the operations are appended, also when a later one fails. */
  operations: string[]
}

/** Calls of a link's editor that may go on in the background, and their undoing. Each rejects when an operation failed. */
export const createEditorOperations = (token: string, folder: string) => {
  const params = { token }
  const completion = (operation: Operation): Promise<void> =>
    followOperation(operation, async (id) => (await call(visitorOperation, { params: { id, token } })).data)
  return {
    /** Resolves to the numbers of items that were merged, replaced or numbered because their names were taken. */
    async move(targets: ShareTargetItems, { to, onConflict, operations }: Move): Promise<ConflictResult> {
      const results: ConflictResult[] = []
      for (const body of toRequestBodies(targets, folder)) {
        const response = await call(visitorMove, { params, body: { to_id: to, ...body, on_conflict: onConflict } })
        operations.push('data' in response ? response.data.id : response.operation)
        if ('data' in response) await completion(response.data)
        else results.push(response.result)
      }
      return sumOfResults(results)
    },
    /** The last one first: its items may lie in folders that were moved before. */
    async undoMoves(operations: readonly string[]): Promise<void> {
      for (const id of operations.toReversed())
        await completion((await call(visitorUndoOperation, { params: { id, token } })).data)
    },
    /** `undos`: `undo` of each deletion. The last one first: its items may lie in folders deleted before. */
    async undoDeletes(undos: readonly string[]): Promise<void> {
      for (const undo of undos.toReversed()) {
        const response = await call(visitorUndoDelete, { params, body: { undo } })
        if ('data' in response) await completion(response.data)
      }
    },
  }
}
