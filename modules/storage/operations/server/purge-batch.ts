import type { Db } from '../../../platform/index.ts'
import type { Purge } from '../../tree/index.ts'
import { lockTree, markTrashed, selectionOfIds } from '../../tree/index.ts'
import { nextOf, prepareList } from './list-batch.ts'
import { advanceOperation, lockRunning, type OperationRow } from './operation.row.ts'
import { restoreTrashedByOperation } from './undo-rows.ts'

/** Thrown inside the purge's own transactions when the operation was stopped. */
class OperationCancelled extends Error {}

const countTreesSql = `with recursive tree as (
    select i.id, i.is_folder from operation_items o join items i on i.id = o.item_id where o.operation_id = $1
    union
    select c.id, c.is_folder from tree join items c on c.parent_id = tree.id
    where tree.is_folder and c.trashed_at is null
  ) update operations set total = (select count(*) from tree) where id = $1`

/** Writes down the roots and counts what is in them. */
const prepareOperation = (db: Db, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const op = await lockRunning(tx, id)
    if (!op || op.prepared) return op !== null
    await prepareList(tx, op)
    await tx.query(countTreesSql, [id])
    return true
  })

/**
 * A thousand trees at most, each row counted in the transaction that removes it. Roots that are still alive go to the trash
 * first. Gone through again after a crash, it finds what is left. False when nothing is left.
 */
export const purgeBatch = async (db: Db, purge: Purge, op: OperationRow): Promise<boolean> => {
  if (!op.prepared) return prepareOperation(db, op.id)
  const entries = await nextOf(db, op)
  const last = entries.at(-1)
  if (!last) return db.transaction((tx) => restoreTrashedByOperation(tx, op, 'replaced'))
  const ids = entries.map(({ item_id }) => item_id)
  await db.transaction(async (tx) => {
    await lockTree(tx, op.owner_id)
    await markTrashed(tx, op.scope, selectionOfIds(ids), op.created_at)
  })
  try {
    await purge.trees(op.scope, ids, async (tx, rows) => {
      const running = await tx.query(
        `update operations set processed = processed + $2, attempts = 0, updated_at = now() where id = $1 and state = 'running' returning 1`,
        [op.id, rows],
      )
      if (running.length === 0) throw new OperationCancelled()
    })
  } catch (error) {
    if (error instanceof OperationCancelled) return false
    throw error
  }
  await advanceOperation(db, op.id, 0, last.position)
  return true
}
