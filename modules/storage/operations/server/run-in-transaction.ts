import type { Tx } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { listBatch } from './list-batch.ts'
import { endOperation, insertOperation, lockRunning, type NewOperation } from './operation.row.ts'

/**
 * Runs a move, removal or restore completely in the caller's transaction. Its row stays, so that it can be undone.
 * Resolves with the operation's id.
 */
export const runInTransaction = async (tx: Tx, scope: Scope, operation: NewOperation): Promise<string> => {
  const { id } = await insertOperation(tx, scope, { ...operation, background: false })
  for (;;) {
    const op = await lockRunning(tx, id)
    if (!op || !(await listBatch(tx, { ...op, scope }))) break
  }
  await endOperation(tx, id, 'done')
  return id
}
