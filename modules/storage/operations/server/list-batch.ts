import type { Sql, Tx } from '../../../platform/index.ts'
import { lockTree, markTrashed, selectionOfIds } from '../../tree/index.ts'
import { finishMerges } from './end-merges.ts'
import { type OperationEntry, unmovedEntries } from './entries.ts'
import { continueList } from './list-pages.ts'
import { moveBatch } from './move-batch.ts'
import { advanceOperation, type OperationRow } from './operation.row.ts'
import { restoreBatch } from './restore-batch.ts'
import { returnToTrash } from './return-to-trash.ts'
import { restoreTrashedByOperation } from './undo-rows.ts'

/** Rows per transaction, which locks the owner's tree for some ten milliseconds. */
const batchSize = 1_000

/** Next entries of the list that have no outcome yet. */
export const nextEntries = (sql: Sql, op: OperationRow): Promise<OperationEntry[]> =>
  sql.query<OperationEntry>(
    `select position, item_id, from_id, to_id, trashed_at is not null as was_trashed from operation_items
     where operation_id = $1 and position > $2 and item_id is not null and outcome is null
     order by position limit ${batchSize}`,
    [op.id, op.position],
  )

const trashBatch = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<number> => {
  const unmoved = await unmovedEntries(tx, op, entries)
  if (op.input.undoes) await returnToTrash(tx, op, unmoved)
  else {
    const ids = unmoved.map(({ item_id }) => item_id)
    await markTrashed(tx, op.scope, { ...selectionOfIds(ids), ids: op.background ? [] : ids }, op.created_at)
  }
  return entries.length
}

/** Handlers of batches by kind. Each resolves with the number of entries that it processed, from the first on. */
const batchHandlers = { move: moveBatch, trash: trashBatch, restore: restoreBatch } as const
type ListKind = keyof typeof batchHandlers
export const isListKind = (kind: string): kind is ListKind => kind in batchHandlers

/** Runs one batch of a move, a removal to the trash or a restore. False when nothing is left. */
export const listBatch = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  if (!op.prepared) {
    if (await continueList(tx, op)) await tx.query('update operations set prepared = true where id = $1', [op.id])
    return true
  }
  const entries = await nextEntries(tx, op)
  await lockTree(tx, op.owner_id)
  if (entries.length === 0) return (await finishMerges(tx, op)) || restoreTrashedByOperation(tx, op, 'replaced')
  const handled = await batchHandlers[op.kind as ListKind](tx, op, entries)
  await advanceOperation(tx, op.id, handled, entries[handled - 1]?.position)
  return true
}
