import type { ConflictResult, OnConflict, Operation } from '../../storage/contract.ts'
import { call } from '../../web/ui.ts'
import { visitorMove, visitorOperation, visitorUndoDelete, visitorUndoOperation } from '../contract.ts'
import { followOperation } from './follow-operation.ts'
import { type ShareTargetItems, toRequestBodies } from './target-items.ts'

/** Calls of a move that have ended, in order. Those of a move that failed half-way belong to the one that takes it up. */
export interface MoveProgress {
  /** The same for all calls of a move: items that an earlier one placed are no name conflicts. */
  readonly action: string
  /** Ids of the operations, for undoing them. */
  readonly operations: string[]
  readonly results: ConflictResult[]
  /** Number of moved target items. */
  moved: number
}

interface Move {
  /** Id of the target folder. */
  to: string
  onConflict: OnConflict
  /** Call by call updated, also when a later one fails. */
  progress: MoveProgress
}

/** Calls of a link's editor that may go on in the background, and their undoing. Each rejects when an operation failed. */
export const createEditorOperations = (token: string, folder: string) => {
  const params = { token }
  const completion = (operation: Operation): Promise<Operation | null> =>
    followOperation(operation, async (id) => (await call(visitorOperation, { params: { id, token } })).data)
  return {
    async move(targets: ShareTargetItems, { to, onConflict, progress }: Move): Promise<void> {
      for (const target of toRequestBodies(targets, folder)) {
        const body = { to_id: to, ...target, on_conflict: onConflict, action_id: progress.action }
        const response = await call(visitorMove, { params, body })
        progress.operations.push('data' in response ? response.data.id : response.operation)
        const result = 'data' in response ? (await completion(response.data))?.attributes.result : response.result
        if (result) progress.results.push(result)
        progress.moved += 'items' in target ? target.items.length : 0
      }
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
