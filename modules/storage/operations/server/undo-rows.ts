import type { Sql, Tx } from '../../../platform/index.ts'
import { excludedWithin, foldersEvent, lockTree, restoreTrashRoots, selectionOfIds } from '../../tree/index.ts'
import { unmergeComments } from './merged-comments.ts'
import { showMergedFolders } from './merged-folders.ts'
import type { ListPage, OperationRow } from './operation.row.ts'

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

type Column = (name: string, filter?: string) => string
const plain: Column = (name) => `w.${name}`
const pick =
  (order: 'asc' | 'desc'): Column =>
  (name, filter = '') =>
    `(array_agg(w.${name} order by w.position ${order}) ${filter})[1]`
/** SQL filter: the entry has names. Entries of active items that kept their name have none. */
const isNamed = 'filter (where w.old_name is not null)'

const restored = (first: Column, last: Column) =>
  `w.item_id, ${last('to_id')}, ${first('from_id')}, ${last('new_name', isNamed)}, ${first('old_name', isNamed)}, ${first('trashed_at')}`

/**
 * List of an undo operation, by the kind of the original. Move: its items with their new and old folder and name. Copy: the
 * items that it created. Extraction: its folder. Restore: its items with their new and old folder and name, and the time at which they were trashed.
 * Removal: its items with the time that it gave them; items that were trashed at another time stay in the trash.
 */
const undoLists = {
  move: `w.item_id, coalesce(w.to_id, o.target_folder_id), w.from_id, w.new_name, w.old_name, null::timestamptz`,
  copy: `w.from_id, coalesce(w.to_id, o.target_folder_id), null::uuid, null::text, null::text, null::timestamptz`,
  extract: `w.from_id, w.to_id, null::uuid, null::text, null::text, null::timestamptz`,
  restore: restored(plain, plain),
  trash: `w.item_id, null::uuid, null::uuid, null::text, null::text, o.created_at`,
} as const

type Listed = keyof typeof undoLists
const isListed = (kind: string): kind is Listed => kind in undoLists

/**
 * SQL: lists the next entries behind the position `$3`. An item that was restored into a folder which was merged afterwards
 * has two entries, and returns to its folder before both.
 */
const undoPageSql = ({ kind, input }: OperationRow & { kind: Listed }, pageSize: number): string => {
  const creates = kind === 'copy' || kind === 'extract'
  const done = creates ? 'w.from_id is not null' : "(o.state = 'done' or w.position <= o.position)"
  const entries = `operations o join operation_items w on w.operation_id = o.id
     where o.id = $2 and w.outcome is null and ${done}`
  const listed =
    kind === 'restore' && input.onConflict
      ? `${restored(pick('asc'), pick('desc'))} from ${entries} and w.item_id in (select item_id from page)
         group by w.item_id having min(w.position) > $3 order by min(w.position)`
      : `${undoLists[kind]} from operations o join page w on w.operation_id = o.id order by w.position`
  return `with page as (
      select w.* from ${entries} and w.position > $3 order by w.position limit ${pageSize}
    ), listed as (
      insert into operation_items (operation_id, item_id, from_id, to_id, old_name, new_name, trashed_at) select $1, ${listed}
    ) select max(position) as position, count(*) as n from page`
}

const findUndone = async (sql: Sql, id: string): Promise<(OperationRow & { kind: Listed }) | null> => {
  const [row] = await sql.query<OperationRow>('select * from operations where id = $1', [id])
  return row && isListed(row.kind) ? { ...row, kind: row.kind } : null
}

/** Writes the next page of the list of an undo operation. */
export const writeUndoPage = async (tx: Tx, op: OperationRow, undoes: string, pageSize: number): Promise<ListPage> => {
  const was = await findUndone(tx, undoes)
  if (!was) return { cursor: null, isLast: true }
  const { position: after } = { position: 0, ...op.list_cursor }
  const [page] = await tx.query<{ position: number | null; n: number }>(undoPageSql(was, pageSize), [
    op.id,
    undoes,
    after,
  ])
  return { cursor: page?.position ? { position: page.position } : null, isLast: (page?.n ?? 0) < pageSize }
}

/**
 * Returns merged folders of the undone operation to their former folders, because items return into them, and their comments.
 * False when none is left.
 */
export const returnMergedFolders = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  const was = op.input.undoes ? await findUndone(tx, op.input.undoes) : null
  if (was && (await unmergeComments(tx, was.id))) return true
  if (was?.kind === 'restore') return showMergedFolders(tx, op.owner_id, was.id)
  return was?.kind === 'move' && restoreTrashedByOperation(tx, op, 'merged')
}
