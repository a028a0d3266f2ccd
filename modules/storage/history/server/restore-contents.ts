import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { itemEvent } from '../../tree/index.ts'
import { folderKey, stateAt } from './state-at.ts'

/**
 * Swaps the content of the files `$1` that are in their folder of the time `$3` with the version that has the content of then. No byte
 * comes or goes.
 */
const swapSql = `with source as (
    select distinct on (i.id) i.id, v.id as version_id, v.blob_id, v.size, v.kind, v.modified_at
    from unnest($1::uuid[]) as w (id) join items i on i.id = w.id join ${stateAt('i.id', '$3')} on true
      join blobs b on b.id = i.blob_id join item_versions v on v.item_id = i.id join blobs vb on vb.id = v.blob_id
    where i.owner_id = $2 and i.trashed_at is null and ${folderKey('i')} = was.folder_id and vb.sha256 = was.content and b.sha256 <> was.content
    order by i.id, v.replaced_at desc, v.id desc
  ), archived as (
    insert into item_versions (item_id, owner_id, blob_id, size, kind, creator_id, modified_at, stored_at)
    select i.id, i.owner_id, i.blob_id, i.size, i.kind, i.creator_id, i.modified_at, b.created_at
    from source s join items i on i.id = s.id join blobs b on b.id = i.blob_id
  ), taken as (
    delete from item_versions v using source s where v.id = s.version_id
  ) update items i set blob_id = s.blob_id, size = s.size, kind = s.kind, modified_at = s.modified_at, updated_at = now()
    from source s where i.id = s.id returning i.id, i.parent_id`

/** Gives files the content of the time; their present content becomes a version. Call it with the owner's names locked. */
export const restoreContents = async (tx: Tx, op: OperationRow, ids: readonly string[], at: string): Promise<void> => {
  if (ids.length === 0) return
  const rows = await tx.query<{ id: string; parent_id: string | null }>(swapSql, [ids, op.owner_id, at])
  for (const { id, parent_id } of rows)
    tx.emit('storage.file.created', { ...itemEvent(op.scope, id, parent_id), replaced: true })
}
