import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { Purge } from '../../tree/index.ts'
import { lockTree, markTrashed, raiseSelectionTimeout, selectionOfIds } from '../../tree/index.ts'
import { isUnchangedCopy } from './copy-rows.ts'
import { type OperationEntry, trashedEntries, unmovedEntries } from './entries.ts'
import { nextEntries } from './list-batch.ts'
import { continueList } from './list-pages.ts'
import { advanceOperation, lockRunning, type OperationRow } from './operation.row.ts'
import { restoreTrashedByOperation } from './undo-rows.ts'

/** Thrown inside the purge's transactions when the operation was stopped. */
class OperationCancelled extends Error {}

const countTreesSql = `with recursive tree as (
    select i.id, i.is_folder from operation_items o join items i on i.id = o.item_id where o.operation_id = $1
    union
    select c.id, c.is_folder from tree join items c on c.parent_id = tree.id
    where tree.is_folder and c.trashed_at is null
  ) select count(*) as n from tree`

/** Writes the next page of the list of roots; then counts the items in their trees. */
const prepareOperation = (db: Db, { id, total }: OperationRow): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (total === null) {
      const op = await lockRunning(tx, id)
      if (op?.total === null) await continueList(tx, op)
      return op !== null
    }
    // Counts before it locks the row, so that the operation can be cancelled meanwhile.
    await raiseSelectionTimeout(tx, { id })
    const [tree] = await tx.query<{ n: number }>(countTreesSql, [id])
    await tx.query(`update operations set total = $2, prepared = true where id = $1 and state = 'running'`, [
      id,
      tree?.n,
    ])
    return true
  })

const foreignTreesSql = (own: (item: string) => string) => `with recursive tree as (
    select id as root, id, is_folder, created_at, updated_at from items where id = any($1::uuid[]) and owner_id = $2
    union all
    select tree.root, c.id, c.is_folder, c.created_at, c.updated_at from tree join items c on c.parent_id = tree.id
    where tree.is_folder and c.trashed_at is null
  ) select distinct root as id from tree where not (${own('tree')})`

/**
 * The roots of a cancelled copy, whose copies are deleted. Trees into which other items were uploaded or moved meanwhile
 * stay in the trash, and so do items that arrive there later: `only` excludes them from the purge.
 */
const ownCopies = async (
  db: Db,
  op: OperationRow,
  ids: readonly string[],
): Promise<{ ids: string[]; only: string }> => {
  const isOwnCopy = (item: string) => isUnchangedCopy(item, `'${op.input.undoes}'::uuid`)
  const rows = await db.query<{ id: string }>(foreignTreesSql(isOwnCopy), [ids, op.owner_id])
  const foreign = new Set(rows.map(({ id }) => id))
  return { ids: ids.filter((id) => !foreign.has(id)), only: isOwnCopy('i') }
}

/** Roots of the list that are in the trash since it was written, or since the operation trashed them. */
const stillListedSql = `select e.item_id as id from operation_items e join items i on i.id = e.item_id
  where e.operation_id = $1 and e.position between $2 and $3 and e.item_id = any($4::uuid[])
    and i.trashed_at = e.trashed_at and i.merged_by is null`

/**
 * Trashes active items of the list, unless they were moved or restored meanwhile, and records their state in the list: items
 * that are restored from now on stay, even if the batch is repeated after a crash.
 */
const trashListed = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<void> => {
  await lockTree(tx, op.owner_id)
  const active = entries.filter(({ was_trashed }) => !was_trashed)
  if (active.length === 0) return
  const inTrash = op.input.targets?.selection?.view === 'trash'
  const unchanged = await (inTrash ? trashedEntries : unmovedEntries)(tx, op, active)
  await markTrashed(tx, op.scope, selectionOfIds(unchanged.map(({ item_id }) => item_id)), op.created_at)
  await tx.query(
    `update operation_items e set trashed_at = i.trashed_at from items i
     where e.operation_id = $1 and e.position = any($2::bigint[]) and i.id = e.item_id and i.parent_id is not distinct from e.from_id`,
    // Active items that others trashed meanwhile are deleted, too; trashed items that were restored meanwhile are not.
    [op.id, (inTrash ? unchanged : active).map(({ position }) => position)],
  )
}

/**
 * Purges up to a thousand trees; each transaction counts the rows that it removes. Trashes roots that are still active
 * first, and leaves roots whose state changed since they were listed. After a crash it continues with the remaining rows.
 * False when nothing is left. Rejects when `signal` is aborted.
 */
export const purgeBatch = async (db: Db, purge: Purge, op: OperationRow, signal: AbortSignal): Promise<boolean> => {
  if (!op.prepared) return prepareOperation(db, op)
  const entries = await nextEntries(db, op)
  const last = entries.at(-1)
  if (!last) return db.transaction((tx) => restoreTrashedByOperation(tx, op, 'replaced'))
  const stillTrashed = async (sql: Sql, roots: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await sql.query<{ id: string }>(stillListedSql, [op.id, entries[0]?.position, last.position, roots])
    return new Set(rows.map(({ id }) => id))
  }
  await db.transaction((tx) => trashListed(tx, op, entries))
  const listed = [
    ...(await stillTrashed(
      db,
      entries.map(({ item_id }) => item_id),
    )),
  ]
  const { ids, ...own } = op.input.undoes ? await ownCopies(db, op, listed) : { ids: listed }
  const onRemoved = async (tx: Tx, rows: number): Promise<void> => {
    const running = await tx.query(
      `update operations set processed = processed + $2, attempts = 0, updated_at = now() where id = $1 and state = 'running' returning 1`,
      [op.id, rows],
    )
    if (running.length === 0) throw new OperationCancelled()
  }
  try {
    await purge.trees(op.scope, ids, { onRemoved, stillTrashed, signal, ...own })
  } catch (error) {
    if (error instanceof OperationCancelled) return false
    throw error
  }
  await advanceOperation(db, op.id, 0, last.position)
  return true
}
