import type { Tx } from '../../../platform/index.ts'
import type { Selection } from '../../tree/contract.ts'
import { enteredBeforeSql, resolveSelection, type SelectedItems, selectionOfIds } from '../../tree/index.ts'
import { type ListPage, lockRunning, type OperationRow } from './operation.row.ts'
import { returnMergedFolders, writeUndoPage } from './undo-rows.ts'

/** Rows per transaction while a list is written, which locks the operation for some hundred milliseconds. */
const pageSize = 10_000

/** Cursors before the latest folder, and before the latest file: folders are listed first. */
const firstPosition = { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const startOfFolders = { folder: true, ...firstPosition }
const startOfFiles = { folder: false, ...firstPosition }

/** SQL: time at which the operation `$1` was requested. */
const requested = '(select created_at from operations where id = $1)'

/**
 * SQL: the item `i` was in the folder or in the trash before the operation `$1` was requested, whose job may start later.
 */
const beforeRequest = (time: 'created_at' | 'trashed_at', { background }: OperationRow): string =>
  background ? `and ${time === 'created_at' ? enteredBeforeSql('i', requested) : `i.${time} < ${requested}`}` : ''

/** Folders or files of a folder or of the trash behind the cursor, read from the index of the listing by that time. */
export const selectionPageSql = (
  selected: SelectedItems,
  time: 'created_at' | 'trashed_at',
  op: OperationRow,
  limit: number,
) =>
  `with page as (
     select i.id, i.parent_id, i.trashed_at, i.${time} as sort_at from items i
     where i.owner_id = $2 and ${selected.condition('i', 6)} ${beforeRequest(time, op)}
       and i.is_folder = $3 and (i.${time}, i.id) < ($4::timestamptz, $5::uuid)
     order by i.${time} desc, i.id desc limit ${limit}
   ), listed as (
     insert into operation_items (operation_id, item_id, from_id, trashed_at)
     select $1, id, parent_id, trashed_at from page order by sort_at desc, id desc
   ) select sort_at::text as time, id, count(*) over () as n from page order by sort_at, id limit 1`

const writeSelectionPage = async (
  tx: Tx,
  op: OperationRow,
  selection: Selection,
  limit = pageSize,
): Promise<ListPage> => {
  const selected = await resolveSelection(tx, op.scope, { selection })
  const time = selection.view === 'trash' && selection.parent_id === null ? 'trashed_at' : 'created_at'
  const after = { ...startOfFolders, ...op.list_cursor }
  const [last] = await tx.query<{ time: string; id: string; n: number }>(selectionPageSql(selected, time, op, limit), [
    op.id,
    op.owner_id,
    after.folder,
    after.time,
    after.id,
    ...selected.values,
  ])
  if (last?.n === limit) return { cursor: { folder: after.folder, time: last.time, id: last.id }, isLast: false }
  if (!after.folder) return { cursor: null, isLast: true }
  return writeSelectionPage(tx, { ...op, list_cursor: startOfFiles }, selection, limit - (last?.n ?? 0))
}

interface ListOptions {
  /** Leaves out active ones of items that are listed by their ids. */
  trashedOnly: boolean
}

/** Lists items by their ids. */
const writeItems = async (tx: Tx, op: OperationRow, ids: string[], { trashedOnly }: ListOptions): Promise<void> => {
  const selected = selectionOfIds(ids)
  await tx.query(
    `insert into operation_items (operation_id, item_id, from_id, trashed_at)
     select $1, i.id, i.parent_id, i.trashed_at from items i where i.owner_id = $2 and ${selected.condition('i', 3)}
       ${trashedOnly ? 'and i.trashed_at is not null' : ''} order by i.trashed_at desc nulls last`,
    [op.id, op.owner_id, ...selected.values],
  )
}

/**
 * Writes the next page of an operation's list: the target items with their parents. Folders first, and the last trashed ones
 * first: a folder is then restored before items that were trashed out of it earlier, so that these return into it.
 */
const writePage = async (tx: Tx, op: OperationRow, options: ListOptions): Promise<ListPage> => {
  const { targets, undoes } = op.input
  if (targets?.selection) return writeSelectionPage(tx, op, targets.selection)
  if (undoes) return writeUndoPage(tx, op, undoes, pageSize)
  const ids = targets?.items?.map(({ id }) => id) ?? []
  await writeItems(tx, op, ids, options)
  return { cursor: null, isLast: true }
}

/** As `writePage`. True when the list is complete; its length is the operation's `total` then. */
export const continueList = async (
  tx: Tx,
  op: OperationRow,
  options: ListOptions = { trashedOnly: false },
): Promise<boolean> => {
  const { cursor, isLast } = await writePage(tx, op, options)
  const isComplete = isLast && !(await returnMergedFolders(tx, op))
  await tx.query(
    `update operations set list_cursor = coalesce($2, list_cursor), attempts = 0, updated_at = now(),
       total = case when $3 then (select count(*) from operation_items where operation_id = $1) end
     where id = $1`,
    [op.id, cursor && JSON.stringify(cursor), isComplete],
  )
  return isComplete
}

/** Writes the whole list within a transaction. */
export const writeList = async (tx: Tx, id: string, options: ListOptions): Promise<void> => {
  for (;;) {
    const op = await lockRunning(tx, id)
    if (!op || (await continueList(tx, op, options))) return
  }
}
