import type { Sql, Tx } from '../../../platform/index.ts'
import { lockTree, markTrashed, resolveSelection, selectionOfIds } from '../../tree/index.ts'
import { finishMerges } from './end-merges.ts'
import { type Entry, unmovedEntries } from './entries.ts'
import { moveBatch } from './move-batch.ts'
import { advanceOperation, type OperationRow } from './operation.row.ts'
import { restoreBatch } from './restore-batch.ts'
import { returnToTrash } from './return-to-trash.ts'
import { listUndo, restoreTrashedByOperation } from './undo-rows.ts'

/** Rows per transaction, which locks the owner's tree for some ten milliseconds. */
const batchSize = 1_000

/** SQL: the item `i` was in the folder or in the trash before the operation `$1` was requested, whose job may start later. */
const beforeRequest = ({ background, input }: OperationRow): string => {
  const { selection } = input.targets ?? {}
  if (!background || !selection) return ''
  const column = selection.view === 'trash' && selection.parent_id === null ? 'trashed_at' : 'created_at'
  return `and i.${column} < (select created_at from operations where id = $1)`
}

/**
 * Writes the list of an operation: the target items with their parents. Latest trashed first: a folder is restored before
 * items that were trashed out of it earlier, so that these return into it. `trashedOnly`: without active items.
 */
export const writeList = async (tx: Tx, op: OperationRow, trashedOnly = false): Promise<void> => {
  const { targets, undoes } = op.input
  if (targets) {
    const selected = targets.items
      ? selectionOfIds(targets.items.map(({ id }) => id))
      : await resolveSelection(tx, op.scope, targets)
    await tx.query(
      `insert into operation_items (operation_id, item_id, from_id, trashed_at)
       select $1, i.id, i.parent_id, i.trashed_at from items i where i.owner_id = $2 and ${selected.condition('i', 3)}
         ${beforeRequest(op)} ${trashedOnly ? 'and i.trashed_at is not null' : ''} order by i.trashed_at desc nulls last`,
      [op.id, op.owner_id, ...selected.values],
    )
  } else if (undoes) await listUndo(tx, op, undoes)
  await tx.query(
    'update operations set total = (select count(*) from operation_items where operation_id = $1) where id = $1',
    [op.id],
  )
}

/** Prepares an operation, unless its list was written with its row. */
export const prepareList = async (tx: Tx, op: OperationRow): Promise<void> => {
  if (op.total === null) await writeList(tx, op)
  await tx.query('update operations set prepared = true where id = $1', [op.id])
}

/** Next entries of the list that have no outcome yet. */
export const nextEntries = (sql: Sql, op: OperationRow): Promise<Entry[]> =>
  sql.query<Entry>(
    `select position, item_id, from_id, to_id, trashed_at is not null as was_trashed from operation_items
     where operation_id = $1 and position > $2 and item_id is not null and outcome is null
     order by position limit ${batchSize}`,
    [op.id, op.position],
  )

const trashBatch = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<number> => {
  const unmoved = await unmovedEntries(tx, op, entries)
  if (op.input.undoes) await returnToTrash(tx, op, unmoved)
  else {
    const ids = unmoved.map(({ item_id }) => item_id)
    await markTrashed(tx, op.scope, { ...selectionOfIds(ids), ids: op.background ? [] : ids }, op.created_at)
  }
  return entries.length
}

/** Each handler resolves with the number of entries it processed, from the first on. */
const batchHandlers = { move: moveBatch, trash: trashBatch, restore: restoreBatch } as const
type ListKind = keyof typeof batchHandlers
export const isListKind = (kind: string): kind is ListKind => kind in batchHandlers

/** Runs one batch of a move, a removal to the trash or a restore. False when nothing is left. */
export const listBatch = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  if (!op.prepared) {
    await prepareList(tx, op)
    return true
  }
  const entries = await nextEntries(tx, op)
  await lockTree(tx, op.owner_id)
  if (entries.length === 0) return (await finishMerges(tx, op)) || restoreTrashedByOperation(tx, op, 'replaced')
  const handled = await batchHandlers[op.kind as ListKind](tx, op, entries)
  await advanceOperation(tx, op.id, handled, entries[handled - 1]?.position)
  return true
}
