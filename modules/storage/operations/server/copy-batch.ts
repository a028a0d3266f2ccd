import type { Tx } from '../../../platform/index.ts'
import { nilUuid } from '../../../shared/contract.ts'
import { foldersEvent, lockNames, notExcluded, requireFolder } from '../../tree/index.ts'
import {
  type CopyResult,
  chargeCopy,
  copyFolders,
  copyItemsInto,
  noCopiedBytes,
  outsideOwnCopies,
} from './copy-rows.ts'
import { foldersInScope } from './entries.ts'
import { advanceOperation, type OperationRow } from './operation.row.ts'
import { requireDepth } from './require-depth.ts'
import { startCopy } from './start-copy.ts'

/** Rows per transaction, which takes some ten milliseconds. */
const batchSize = 1_000

interface Entry {
  position: number
  item_id: string | null
  to_id: string | null
  /** The target folder existed before and may contain other items. */
  merging: boolean
  /** No page of the folder was copied yet. */
  fresh: boolean
  /** Number of children of this folder and of all folders before it in the list. */
  upto: number
}

const nextEntriesSql = `select q.position, q.item_id, q.to_id, q.after_id is null as fresh,
    q.outcome is not distinct from 'merged' or q.to_id is not distinct from $2 as merging,
    sum(coalesce(f.child_count, 0)) over (order by q.position) as upto
  from (
    select * from operation_items where operation_id = $1 and from_id is null order by position limit 200
  ) q left join items f on f.id = q.item_id order by q.position`

/** Children of one folder from its cursor on, in index order. Excludes items created after the operation. */
const pageSql = (atRoot: boolean) => `with entry as (
    select * from operation_items where operation_id = $1 and position = $2
  ), op as (select * from operations where id = $1)
  select i.id from entry, op, items i
  where ${
    atRoot
      ? `i.owner_id = op.owner_id and i.parent_id is null and ${notExcluded('i', 'op.owner_id')}`
      : 'i.parent_id = entry.item_id and i.parent_id is not null and i.owner_id = op.owner_id'
  } and i.trashed_at is null and i.id <> all($3::uuid[])
    and (entry.item_id is distinct from op.target_folder_id and entry.outcome is null or i.created_at < op.created_at)
    and ${outsideOwnCopies('i', 'op', 'entry.to_id')}
    and (i.is_folder, i.created_at, i.id) > (coalesce(entry.after_folder, false),
      coalesce(timestamptz 'epoch' + entry.after_key * interval '1 microsecond', '-infinity'),
      coalesce(entry.after_id, '${nilUuid}'))
  order by i.is_folder, i.created_at, i.id limit ${batchSize}`

const copyPage = async (tx: Tx, op: OperationRow, entry: Entry): Promise<CopyResult> => {
  const except = entry.to_id === op.target_folder_id ? (op.input.targets?.selection?.except ?? []) : []
  const rows = await tx.query<{ id: string }>(pageSql(entry.item_id === null), [op.id, entry.position, except])
  const last = rows.at(-1)
  if (last && rows.length === batchSize)
    await tx.query(
      `update operation_items set after_id = i.id, after_folder = i.is_folder,
         after_key = (extract(epoch from i.created_at) * 1000000)::bigint
       from items i where i.id = $3 and operation_id = $1 and position = $2`,
      [op.id, entry.position, last.id],
    )
  else await tx.query('delete from operation_items where operation_id = $1 and position = $2', [op.id, entry.position])
  if (rows.length === 0) return { n: 0, bytes: noCopiedBytes, roots: [] }
  return copyItemsInto(
    tx,
    op,
    rows.map(({ id }) => id),
    { parent: entry.to_id, merging: entry.merging },
  )
}

/** Entries whose folder, or its copy, was purged or moved out of the scope meanwhile. */
const lostEntries = async (tx: Tx, op: OperationRow, entries: readonly Entry[]): Promise<Entry[]> => {
  const folders = entries.flatMap(({ item_id, to_id }) => [item_id, to_id])
  const inScope = await foldersInScope(tx, op, folders)
  return entries.filter(({ item_id, to_id }) => [item_id, to_id].some((id) => id !== null && !inScope.has(id)))
}

const nextCopies = async (tx: Tx, op: OperationRow): Promise<CopyResult | null> => {
  const entries = await tx.query<Entry>(nextEntriesSql, [op.id, op.target_folder_id], 'storage.copy-entries')
  const [first] = entries
  if (!first) return null
  const lost = await lostEntries(tx, op, entries)
  if (lost.length > 0) {
    await tx.query('delete from operation_items where operation_id = $1 and position = any($2::bigint[])', [
      op.id,
      lost.map(({ position }) => position),
    ])
    return { n: 0, bytes: noCopiedBytes, roots: [] }
  }
  const small = entries.filter(({ upto, fresh, merging }) => fresh && !merging && upto <= batchSize)
  const isWhole = first.position === small[0]?.position
  const copied = isWhole ? small : [first]
  await requireDepth(tx, op.owner_id, copied)
  return isWhole
    ? copyFolders(
        tx,
        op,
        small.map(({ position }) => position),
      )
    : copyPage(tx, op, first)
}

/** Copies beyond this number are published without their ids. */
const maxPublishedIds = 100

/**
 * Copies one batch; resolves with the ids of new items in folders that existed before, or null when nothing is left.
 * `limit`: quota of the owner in bytes. 404 when the target was removed, 423 when items added meanwhile exceed the quota.
 */
export const copyBatch = async (tx: Tx, op: OperationRow, limit: number | null): Promise<string[] | null> => {
  const { scope } = op
  await lockNames(tx, op.owner_id)
  await requireFolder(tx, scope, op.target_folder_id)
  const copied = op.prepared ? await nextCopies(tx, op) : await startCopy(tx, op, scope)
  if (!copied) return null
  await chargeCopy(tx, op, copied.bytes, limit)
  await advanceOperation(tx, op.id, copied.n)
  const { roots } = copied
  const ids = roots.length <= maxPublishedIds ? roots : []
  const change = { parentId: op.target_folder_id, count: roots.length, itemIds: roots.slice(0, 3) }
  // Without the socket, so that the calling tab is notified too.
  if (roots.length > 0) tx.emit('storage.items.copied', { ...foldersEvent(op.scope, ids, [change]), socketId: null })
  return roots
}
