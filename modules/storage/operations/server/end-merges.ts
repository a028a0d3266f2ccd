import type { Tx } from '../../../platform/index.ts'
import { markTrashed, removeRows, selectionOfIds } from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

/** Rows per transaction. */
const batchSize = 1_000

/** Topmost merged folders whose trees contain merged folders only. */
const emptiedSql = `with recursive merged as (
    select e.item_id as id, i.parent_id, i.trashed_at from operation_items e join items i on i.id = e.item_id
    where e.operation_id = $1 and e.outcome = 'merged' and i.owner_id = $2
  ), filled as (
    select m.id from merged m where exists (
      select from items c where c.parent_id = m.id and c.trashed_at is null and c.id not in (select id from merged)
    )
    union
    select p.id from filled f join items i on i.id = f.id join merged p on p.id = i.parent_id
  )
  select m.id from merged m where m.trashed_at is null and m.id not in (select id from filled)
  and not exists (select from merged p where p.id = m.parent_id and p.id not in (select id from filled)) limit ${batchSize}`

const isMerged = (id: string) =>
  `exists (select from operation_items e where e.operation_id = $2 and e.outcome = 'merged' and e.item_id = ${id})`

/** Condition: empty merged folders of the trash. */
const emptyFoldersSql = `${isMerged('i.id')} and i.is_folder and (i.trashed_at is not null or ${isMerged('i.parent_id')})
  and not exists (select from items c where c.parent_id = i.id)`

/**
 * Removes merged folders that are empty now: a move trashes them, so that its undo restores them with their share links;
 * a restore deletes them. False when none is left.
 */
export const finishMerges = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  if (!op.input.onConflict || op.input.onConflict === 'ask' || op.input.undoes) return false
  if (op.kind === 'restore') return (await removeRows(tx, op.owner_id, emptyFoldersSql, op.id)) > 0
  if (op.kind !== 'move') return false
  const rows = await tx.query<{ id: string }>(emptiedSql, [op.id, op.owner_id])
  if (rows.length === 0) return false
  await markTrashed(tx, op.scope, selectionOfIds(rows.map(({ id }) => id)), op.created_at)
  return true
}
