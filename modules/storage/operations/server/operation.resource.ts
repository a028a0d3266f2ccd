import type { Operation } from '../contract.ts'
import type { OperationRow } from './operation.row.ts'
import { isUndoable } from './undo-operation.ts'

/** Whether it has changed anything: an extraction begins with its folder. */
const hasDone = ({ kind, prepared, processed }: OperationRow): boolean =>
  processed > 0 || (kind === 'extract' && prepared)

/** Maps a row to the contract's `Operation`, field by field. */
export const presentOperation = (row: OperationRow): Operation => ({
  id: row.id,
  type: 'operation',
  attributes: {
    kind: row.kind,
    state: row.state,
    done: row.processed,
    total: row.total,
    to_id: row.target_folder_id,
    error: row.error,
    cancellable: row.state === 'running',
    result: row.result,
    left_out: row.left_out ?? [],
    imported: row.imported,
    undoable: isUndoable(row.kind) && row.state !== 'running' && hasDone(row) && !row.input.undoes,
    created_at: row.created_at.toISOString(),
  },
})
