import type { Sql, Tx } from '../../../platform/index.ts'
import {
  advanceOperation,
  foldersInScope,
  type OperationEntry,
  type OperationRow,
  unmovedEntries,
} from '../../operations/index.ts'
import {
  lockNames,
  lockTree,
  markTrashed,
  raiseSelectionTimeout,
  requireFolder,
  selectionOfIds,
} from '../../tree/index.ts'
import { finishList } from './finish-list.ts'
import { noteLeftOut } from './note-left-out.ts'
import { placeAsBefore } from './place-as-before.ts'
import { lockContents, restoreContents } from './restore-contents.ts'
import { stateAt } from './state-at.ts'
import { beginWalk, walkFolders } from './walk-folders.ts'

/** Rows per transaction, which locks the owner's tree meanwhile. */
const batchSize = 1_000

/** Folder (null: the root) and time that an operation restores. */
interface Target {
  folder: string | null
  at: string
}

type Pass<Result = void> = (
  tx: Tx,
  op: OperationRow,
  entries: readonly OperationEntry[],
  target: Target,
) => Promise<Result>

const idsOf = (entries: readonly OperationEntry[]) => entries.map(({ item_id }) => item_id)

const trash = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[]): Promise<void> => {
  if (entries.length > 0) await markTrashed(tx, op.scope, { ...selectionOfIds(idsOf(entries)), ids: [] })
}

/** Ids of the entries whose items are within the scope and were in a folder that is, and that do not contain the folder. */
const placeable = async (tx: Tx, op: OperationRow, entries: readonly OperationEntry[], { folder, at }: Target) => {
  const around = new Set((await requireFolder(tx, op.scope, folder))?.path.map(({ id }) => id))
  const ids = idsOf(entries).filter((id) => !around.has(id))
  if (!op.scope.root) return ids
  const rows = await tx.query<{ id: string; folders: (string | null)[] }>(
    `select i.id, array[i.parent_id, was.folder_id] as folders
     from items i join ${stateAt('i.id', '$2')} on true where i.id = any($1::uuid[])`,
    [ids, at],
  )
  const inScope = await foldersInScope(
    tx,
    op,
    rows.flatMap(({ folders }) => folders),
  )
  return rows.flatMap(({ id, folders }) => (folders.every((each) => inScope.has(each)) ? id : []))
}

/** Twice, because names that two items of the batch have swapped are numbered at first. */
const place: Pass<{ ids: string[]; tooDeep: ReadonlySet<string> }> = async (tx, op, entries, target) => {
  const ids = await placeable(tx, op, entries, target)
  await lockContents(tx, op, ids, target.at)
  await placeAsBefore(tx, op, ids, target)
  const tooDeep = await placeAsBefore(tx, op, ids, target)
  await restoreContents(tx, op, ids, target.at)
  return { ids, tooDeep }
}

/** Items from elsewhere return there, or go to the trash where that is not possible. */
const leave: Pass = async (tx, op, entries, target) => {
  await placeAsBefore(tx, op, idsOf(await unmovedEntries(tx, op, entries)), target)
  await trash(tx, op, await unmovedEntries(tx, op, entries))
}

/** Passes over the list, in this order; the last pass is for names and places that items of later batches had. */
const passes: readonly { action: string; run: Pass<unknown>; counts: boolean }[] = [
  {
    action: 'trash',
    run: async (tx, op, entries) => trash(tx, op, await unmovedEntries(tx, op, entries)),
    counts: true,
  },
  { action: 'place', run: place, counts: true },
  { action: 'leave', run: leave, counts: true },
  {
    action: 'place',
    run: async (tx, op, entries, target) => noteLeftOut(tx, op, await place(tx, op, entries, target), target.at),
    counts: false,
  },
]

const nextEntries = (tx: Tx, op: OperationRow, action: string) =>
  tx.query<OperationEntry>(
    `select position, item_id, from_id, to_id, false as was_trashed from operation_items
     where operation_id = $1 and position > $2 and action = $3 order by position limit ${batchSize}`,
    [op.id, op.position, action],
  )

const setCursor = (sql: Sql, id: string, cursor: object, prepared: boolean) =>
  sql.query(
    `update operations set list_cursor = $2, prepared = $3, position = 0, attempts = 0, updated_at = now() where id = $1`,
    [id, JSON.stringify(cursor), prepared],
  )

/** Lists the next folders. True when the list is complete. */
export const listChanges = async (sql: Sql, op: OperationRow, { folder, at }: Target): Promise<boolean> => {
  if (!op.list_cursor) await beginWalk(sql, op, folder)
  const { position: after } = { position: 0, ...op.list_cursor }
  const position = await walkFolders(sql, op, { folder, at, after })
  if (position === null) await finishList(sql, op)
  await setCursor(sql, op.id, position === null ? { pass: 0 } : { position }, position === null)
  return position === null
}

/** Runs one batch of a restore to an earlier time. False when nothing is left. */
export const rewindBatch = async (tx: Tx, op: OperationRow): Promise<boolean> => {
  const target = op.input.rewind as Target
  if (!op.prepared) {
    await raiseSelectionTimeout(tx, op)
    await listChanges(tx, op, target)
    return true
  }
  const { pass: index } = { pass: 0, ...op.list_cursor }
  const pass = passes[index]
  if (!pass) return false
  const entries = await nextEntries(tx, op, pass.action)
  const last = entries.at(-1)
  if (!last) {
    await setCursor(tx, op.id, { pass: index + 1 }, true)
    return true
  }
  await lockTree(tx, op.owner_id)
  await lockNames(tx, op.owner_id)
  await requireFolder(tx, op.scope, target.folder)
  await pass.run(tx, op, entries, target)
  await advanceOperation(tx, op.id, pass.counts ? entries.length : 0, last.position)
  return true
}
