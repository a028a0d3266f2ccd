import type { Sql, Tx } from '../../../platform/index.ts'
import { addChildCount, addTrashCount, lockNames, lockTree } from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

/** Rows per transaction. */
const batchSize = 1_000

/**
 * CTEs: `merged`, the merged folders of an operation; `filled`, the ones that still contain other items than merged folders.
 */
export const mergedSql = `recursive merged as (
    select e.item_id as id, i.parent_id, i.trashed_at, i.merged_by from operation_items e join items i on i.id = e.item_id
    where e.operation_id = $1 and e.outcome = 'merged' and i.owner_id = $2
  ), filled as (
    select m.id from merged m where exists (
      select from items c where c.parent_id = m.id and c.trashed_at is null and c.id not in (select id from merged)
    )
    union
    select p.id from filled f join items i on i.id = f.id join merged p on p.id = i.parent_id
  )`

export const isEmptied = 'm.id not in (select id from filled)'
/** SQL: the folder `m` is emptied, and not inside another emptied one. */
const isTopmost = `${isEmptied} and not exists (
    select from merged p where p.id = m.parent_id and p.id not in (select id from filled))`

/** Topmost active emptied folders. */
const emptiedSql = `with ${mergedSql}
  select m.id from merged m where m.trashed_at is null and ${isTopmost} limit ${batchSize}`

/** Folders that a move has emptied. The move trashes them, so that its undo restores them with their share links. */
export const emptiedByMove = async (sql: Sql, { id, owner_id }: OperationRow): Promise<string[]> =>
  (await sql.query<{ id: string }>(emptiedSql, [id, owner_id])).map((row) => row.id)

/** A folder that was hidden or shown again. `was_trashed`: it was the root of a trashed tree, not a folder inside one. */
interface Hidden {
  parent_id: string | null
  was_trashed: boolean
  topmost: boolean
}

/**
 * Hides a batch of emptied folders, of one tree or of several; items inside a hidden folder need no `trashed_at` themselves.
 */
const hideSql = `with ${mergedSql}, emptied as (
    select m.id, m.trashed_at is not null as was_trashed, ${isTopmost} as topmost
    from merged m where m.merged_by is null and ${isEmptied} limit ${batchSize}
  ) update items i set merged_by = $1, trashed_at = case when e.topmost then coalesce(i.trashed_at, $3) else i.trashed_at end
  from emptied e where i.id = e.id returning i.parent_id, e.was_trashed, e.topmost`

const count = async (tx: Tx, ownerId: string, rows: readonly Hidden[], sign: 1 | -1): Promise<void> => {
  await addTrashCount(tx, ownerId, sign * rows.filter(({ was_trashed }) => was_trashed).length)
  const inner = rows.filter(({ topmost, was_trashed }) => topmost && !was_trashed)
  for (const [parent, { length }] of Map.groupBy(inner, ({ parent_id }) => parent_id))
    await addChildCount(tx, ownerId, parent, sign * length)
}

/**
 * Hides the folders that a restore merged and emptied: restored folders are not in the trash any more, and the undo of the
 * restore needs them with their ids, links and dates. False when none is left.
 */
export const hideMergedFolders = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  const rows = await tx.query<Hidden>(hideSql, [op.id, op.owner_id, op.created_at])
  await count(tx, op.owner_id, rows, -1)
  return rows.length > 0
}

/** Shows a batch of hidden folders again. A folder that was taken out of its purged parent's tree meanwhile stays hidden. */
const showSql = `with hidden as (
    select i.id, e.trashed_at, i.trashed_at is not null as topmost
    from operation_items e join items i on i.id = e.item_id
    where e.operation_id = $1 and e.outcome = 'merged' and i.merged_by = $1 and i.owner_id = $2
    and (e.trashed_at is not null or i.parent_id is not distinct from e.from_id) limit ${batchSize}
  ) update items i set merged_by = null, trashed_at = h.trashed_at from hidden h where i.id = h.id
  returning i.parent_id, h.trashed_at is not null as was_trashed, h.topmost`

/** Returns folders that a restore hid to their former folders in the trash, for its undo. False when none is left. */
export const showMergedFolders = async (tx: Tx, ownerId: string, restore: string): Promise<boolean> => {
  await lockTree(tx, ownerId)
  await lockNames(tx, ownerId)
  const rows = await tx.query<Hidden>(showSql, [restore, ownerId])
  await count(tx, ownerId, rows, 1)
  return rows.length > 0
}
