import type { Sql, Tx } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { lockTree, restoreTrashRoots, selectionOfIds } from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

/** Rows per transaction. */
const batchSize = 1_000

const eventOf = ({ owner_id, actor_id, scope }: OperationRow) => ({
  ownerId: owner_id,
  actorId: actor_id,
  socketId: (scope as Scope).actor.socketId ?? null,
})

/** What the operation brought to the trash on its way and is there yet: files that gave way, folders that were merged. */
const trashedByOperation = (sql: Sql, operation: string, outcome: 'merged' | 'replaced') =>
  sql.query<{ id: string }>(
    `select i.id from operation_items e join operations o on o.id = e.operation_id join items i on i.id = e.item_id
     where e.operation_id = $1 and e.outcome = $2 and i.trashed_at = o.created_at and i.owner_id = o.owner_id
     limit ${batchSize}`,
    [operation, outcome],
  )

/** Brings back what the operation that `op` undoes had put into the trash. False when nothing of it is left there. */
export const restoreTrashedByOperation = async (
  tx: Tx,
  op: OperationRow,
  outcome: 'merged' | 'replaced',
): Promise<boolean> => {
  if (!op.input.undoes) return false
  await lockTree(tx, op.owner_id)
  const ids = (await trashedByOperation(tx, op.input.undoes, outcome)).map(({ id }) => id)
  if (ids.length === 0) return false
  const parents = await restoreTrashRoots(tx, op.scope, selectionOfIds(ids), false)
  tx.emit('storage.items.restored', { ...eventOf(op), itemIds: ids, parentIds: [...new Set(parents)] })
  return true
}

/**
 * The list of an operation that undoes another. Of a move: each item, where it was put, where it was, and the name it lost;
 * of a copy: what was made; of a restoration: what came back; of a removal: what was removed.
 */
const undoLists = {
  move: `select w.item_id, coalesce(w.to_id, o.target_folder_id), w.from_id, w.new_name, w.old_name`,
  copy: `select w.from_id, coalesce(w.to_id, o.target_folder_id), null::uuid, null::text, null::text`,
  restore: `select w.item_id, w.to_id, null::uuid, null::text, null::text`,
  trash: `select w.item_id, null::uuid, null::uuid, null::text, null::text`,
} as const

export type Undoable = keyof typeof undoLists
export const isUndoable = (kind: string): kind is Undoable => kind in undoLists

/** Writes the list of `op`, which undoes another. Folders that a move merged leave the trash first: items return into them. */
export const listUndo = async (tx: Tx, op: OperationRow, undoes: string): Promise<void> => {
  const [was] = await tx.query<OperationRow>('select * from operations where id = $1', [undoes])
  if (!was || !isUndoable(was.kind)) return
  const done = was.kind === 'copy' ? 'w.from_id is not null' : 'w.position <= o.position'
  await tx.query(
    `insert into operation_items (operation_id, item_id, from_id, to_id, old_name, new_name)
     ${undoLists[was.kind].replace('select', 'select $1,')}
     from operations o join operation_items w on w.operation_id = o.id
     where o.id = $2 and w.outcome is null and ${done} order by w.position`,
    [op.id, undoes],
  )
  if (was.kind === 'move') while (await restoreTrashedByOperation(tx, op, 'merged'));
}
