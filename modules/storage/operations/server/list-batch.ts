import type { Sql, Tx } from '../../../platform/index.ts'
import { lockTree, markTrashed, resolveSelection, selectionOfIds } from '../../tree/index.ts'
import { finishMerges } from './end-merges.ts'
import { type Entry, unmovedEntries } from './entries.ts'
import { moveBatch } from './move-batch.ts'
import { advanceOperation, type OperationRow } from './operation.row.ts'
import { restoreBatch } from './restore-batch.ts'
import { listUndo, restoreTrashedByOperation } from './undo-rows.ts'

/** Rows per transaction, for which the owner's tree is locked: some ten milliseconds. */
const batchSize = 1_000

/**
 * Writes down what is meant, with where each was. Latest trashed first: a folder comes back before what had been trashed
 * out of it, so that this finds its place again.
 */
export const prepareList = async (tx: Tx, op: OperationRow): Promise<void> => {
  const { targets, undoes } = op.input
  if (targets) {
    const selected = targets.items
      ? selectionOfIds(targets.items.map(({ id }) => id))
      : await resolveSelection(tx, op.scope, targets)
    await tx.query(
      `insert into operation_items (operation_id, item_id, from_id)
       select $1, i.id, i.parent_id from items i where i.owner_id = $2 and ${selected.condition('i', 3)}
       order by i.trashed_at desc nulls last`,
      [op.id, op.owner_id, ...selected.values],
    )
  } else if (undoes) await listUndo(tx, op, undoes)
  await tx.query(
    `update operations set prepared = true, total = (select count(*) from operation_items where operation_id = $1)
     where id = $1`,
    [op.id],
  )
}

/** The next of the list, dealt with or not. */
export const nextOf = (sql: Sql, op: OperationRow): Promise<Entry[]> =>
  sql.query<Entry>(
    `select position, item_id, from_id, to_id from operation_items
     where operation_id = $1 and position > $2 and item_id is not null and outcome is null
     order by position limit ${batchSize}`,
    [op.id, op.position],
  )

const trashBatch = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<number> => {
  const ids = (await unmovedEntries(tx, op, entries)).map(({ item_id }) => item_id)
  await markTrashed(tx, op.scope, { ...selectionOfIds(ids), ids: op.background ? [] : ids }, op.created_at)
  return entries.length
}

/** Each answers how many entries it has dealt with, which are the first ones. */
const batchHandlers = { move: moveBatch, trash: trashBatch, restore: restoreBatch } as const
export type ListKind = keyof typeof batchHandlers
export const isListKind = (kind: string): kind is ListKind => kind in batchHandlers

/** One transaction's worth of a move, a removal to the trash or a restoration. False when nothing is left. */
export const listBatch = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  if (!op.prepared) {
    await prepareList(tx, op)
    return true
  }
  const entries = await nextOf(tx, op)
  await lockTree(tx, op.owner_id)
  if (entries.length === 0) return (await finishMerges(tx, op)) || restoreTrashedByOperation(tx, op, 'replaced')
  const handled = await batchHandlers[op.kind as ListKind](tx, op, entries)
  await advanceOperation(tx, op.id, handled, entries[handled - 1]?.position)
  return true
}
