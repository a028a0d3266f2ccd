import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { itemEvent } from '../../tree/index.ts'
import { folderKey, stateAt } from './state-at.ts'

/** SQL: versions `v` (in `vb`) that have the content of the time `$3` of the files `$1`, as `i` with another content (`b`). */
const versionsSql = `unnest($1::uuid[]) as w (id) join items i on i.id = w.id join ${stateAt('i.id', '$3')} on true
    join blobs b on b.id = i.blob_id join item_versions v on v.item_id = i.id join blobs vb on vb.id = v.blob_id
  where i.owner_id = $2 and vb.sha256 = was.content and b.sha256 <> was.content`

const lockSql = `select v.id from ${versionsSql} order by v.id for update of v for key share of b, vb`

/**
 * Locks the versions that `restoreContents` takes, which their owner or a job may be deleting. Call it before anything changes the usage:
 * those who delete versions lock it last.
 */
export const lockContents = async (tx: Tx, op: OperationRow, ids: readonly string[], at: string): Promise<void> => {
  if (ids.length > 0) await tx.query(lockSql, [ids, op.owner_id, at])
}

/**
 * Swaps the content of the files `$1` that are in their folder of the time `$3` with the version that has the content of then. No byte
 * comes or goes.
 */
const swapSql = `with source as (
    select distinct on (i.id) v.id from ${versionsSql} and i.trashed_at is null and ${folderKey('i')} = was.folder_id
    order by i.id, v.replaced_at desc, v.id desc
  ), taken as (
    delete from item_versions v using source s where v.id = s.id returning v.item_id, v.blob_id, v.size, v.kind, v.modified_at
  ), archived as (
    insert into item_versions (item_id, owner_id, blob_id, size, kind, creator_id, modified_at, stored_at)
    select i.id, i.owner_id, i.blob_id, i.size, i.kind, i.creator_id, i.modified_at, b.created_at
    from taken t join items i on i.id = t.item_id join blobs b on b.id = i.blob_id
  ) update items i set blob_id = t.blob_id, size = t.size, kind = t.kind, modified_at = t.modified_at, updated_at = now()
    from taken t where i.id = t.item_id returning i.id, i.parent_id`

/** Gives files the content of the time; their present content becomes a version. Call it with the owner's names locked. */
export const restoreContents = async (tx: Tx, op: OperationRow, ids: readonly string[], at: string): Promise<void> => {
  if (ids.length === 0) return
  const rows = await tx.query<{ id: string; parent_id: string | null }>(swapSql, [ids, op.owner_id, at])
  for (const { id, parent_id } of rows)
    tx.emit('storage.file.created', { ...itemEvent(op.scope, id, parent_id), replaced: true })
}
