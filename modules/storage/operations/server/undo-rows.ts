import type { Sql, Tx } from '../../../platform/index.ts'
import { excludedWithin, foldersEvent, lockTree, restoreTrashRoots, selectionOfIds } from '../../tree/index.ts'
import { showMerged } from './merged-folders.ts'
import type { OperationRow } from './operation.row.ts'

/** Rows per transaction. */
const batchSize = 1_000

/** Items that the operation trashed and that are still in the trash: replaced files or merged folders. */
const trashedByOperation = (sql: Sql, operation: string, outcome: 'merged' | 'replaced') =>
  sql.query<{ id: string }>(
    `select i.id from operation_items e join operations o on o.id = e.operation_id join items i on i.id = e.item_id
     where e.operation_id = $1 and e.outcome = $2 and i.trashed_at = o.created_at and i.owner_id = o.owner_id
       and i.merged_by is null
     limit ${batchSize}`,
    [operation, outcome],
  )

/** Restores items that the undone operation trashed by replacing or merging them. False when none is left. */
export const restoreTrashedByOperation = async (
  tx: Tx,
  op: OperationRow,
  outcome: 'merged' | 'replaced',
): Promise<boolean> => {
  if (!op.input.undoes) return false
  await lockTree(tx, op.owner_id)
  const ids = (await trashedByOperation(tx, op.input.undoes, outcome)).map(({ id }) => id)
  if (ids.length === 0) return false
  const changes = await restoreTrashRoots(tx, op.scope, selectionOfIds(ids))
  const excludedIds = await excludedWithin(tx, op.owner_id, ids)
  tx.emit('storage.items.restored', { ...foldersEvent(op.scope, ids, changes), excludedIds })
  return true
}

/** Whether an item of the operation's list is active. */
export const hasActiveItem = async (sql: Sql, operation: string): Promise<boolean> =>
  (
    await sql.query(
      `select 1 from operation_items e join items i on i.id = e.item_id
       where e.operation_id = $1 and i.trashed_at is null limit 1`,
      [operation],
    )
  ).length > 0

const pick = (column: string, order: 'asc' | 'desc', filter = '') =>
  `(array_agg(w.${column} order by w.position ${order}) ${filter})[1]`
const first = (column: string, filter?: string) => pick(column, 'asc', filter)
const last = (column: string, filter?: string) => pick(column, 'desc', filter)
/** Entries of active items whose name stayed have none. */
const isNamed = 'filter (where w.old_name is not null)'

/**
 * List of an undo operation, by the kind of the original: a move's items with their new and old folder and name, the
 * items that a copy created, a restore restored (with their new and old folder and name, and since when they were in the
 * trash) or a removal trashed (with the time that it gave them: those that were trashed at another time stay in the trash).
 */
const undoLists = {
  move: `select w.item_id, coalesce(w.to_id, o.target_folder_id), w.from_id, w.new_name, w.old_name, null::timestamptz`,
  copy: `select w.from_id, coalesce(w.to_id, o.target_folder_id), null::uuid, null::text, null::text, null::timestamptz`,
  restore: `select w.item_id, ${last('to_id')}, ${first('from_id')}, ${last('new_name', isNamed)}, ${first('old_name', isNamed)}, ${first('trashed_at')}`,
  trash: `select w.item_id, null::uuid, null::uuid, null::text, null::text, o.created_at`,
} as const

type Undoable = keyof typeof undoLists
export const isUndoable = (kind: string): kind is Undoable => kind in undoLists

/** Writes the list of the undo operation `op`. Folders that a move merged are restored first, because items return into them. */
export const listUndo = async (tx: Tx, op: OperationRow, undoes: string): Promise<void> => {
  const [was] = await tx.query<OperationRow>('select * from operations where id = $1', [undoes])
  if (!was || !isUndoable(was.kind)) return
  // An item that is restored into a folder which is merged then has two entries: it returns to where it was before both.
  const order = was.kind === 'restore' ? 'group by w.item_id order by min(w.position)' : 'order by w.position'
  const done = was.kind === 'copy' ? 'w.from_id is not null' : "(o.state = 'done' or w.position <= o.position)"
  await tx.query(
    `insert into operation_items (operation_id, item_id, from_id, to_id, old_name, new_name, trashed_at)
     ${undoLists[was.kind].replace('select', 'select $1,')}
     from operations o join operation_items w on w.operation_id = o.id
     where o.id = $2 and w.outcome is null and ${done} ${order}`,
    [op.id, undoes],
  )
  if (was.kind === 'restore') await showMerged(tx, op.owner_id, undoes)
  if (was.kind === 'move') while (await restoreTrashedByOperation(tx, op, 'merged'));
}
