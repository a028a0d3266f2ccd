import type { Db } from '../../../../platform/index.ts'
import { storageErrors } from '../errors.ts'
import { etagOf } from '../item.resource.ts'
import type { Scope } from '../scope.ts'

/** Metadata that a download needs. */
export interface FileMetadata {
  id: string
  name: string
  size: number
  key: string
  blobId: string
  mediaType: string
  etag: string
  storedAt: Date
  thumbnailStatus: string
  /** The stored content differs from its hash; it is not sent. */
  isDamaged: boolean
}

interface Row {
  name: string
  size: number
  key: string
  blob_id: string
  media_type: string
  sha256: Buffer
  created_at: Date
  thumbnail_status: string
  is_damaged: boolean
  reachable: boolean
}

const statement = `with recursive up as (
    select id, parent_id, trashed_at from items where id = $1 and owner_id = $2 and not is_folder
    union all
    select p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id
  )
  select i.name, i.size, i.blob_id, b.key, b.media_type, b.sha256, b.created_at, b.thumbnail_status,
    b.damaged_at is not null as is_damaged,
    (select ($4 or bool_and(trashed_at is null)) and ($3::uuid is null or bool_or(id = $3)) from up) as reachable
  from items i join blobs b on b.id = i.blob_id where i.id = $1 and i.owner_id = $2 and not i.is_folder`

/**
 * Metadata of an active file within the scope; with `includeTrashed` also of a trashed one. The same 404
 * `item-not-found` for every other case.
 */
export const findFile = async (
  db: Db,
  scope: Scope,
  id: string,
  { includeTrashed = false } = {},
): Promise<FileMetadata> => {
  const [row] = await db.query<Row>(statement, [id, scope.ownerId, scope.root, includeTrashed], 'storage.find-file')
  if (!row?.reachable) throw storageErrors.fail('item-not-found')
  return {
    id,
    name: row.name,
    size: row.size,
    key: row.key,
    blobId: row.blob_id,
    mediaType: row.media_type,
    etag: etagOf(row.sha256),
    storedAt: row.created_at,
    thumbnailStatus: row.thumbnail_status,
    isDamaged: row.is_damaged,
  }
}
