import { newId, type Tx } from '../../../platform/index.ts'
import type { ItemKind } from '../../tree/contract.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import {
  addChildCount,
  allow,
  bytesByKind,
  isNamedSql,
  lockFolder,
  lockNames,
  markTrashed,
  mustTrash,
  type ReplacedFile,
  replaceContent,
  requireFolder,
  requireItem,
  selectionOfIds,
  storageErrors,
} from '../../tree/index.ts'
import type { ConflictChoice } from '../contract.ts'
import { trafficOf } from './extracted-files.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import { insertedItemRow, type PendingFile } from './pending-file.ts'
import { finishSession, lockOpenSession, sessionTtl, type UploadSessionRow } from './sessions.ts'

export interface CommittedFile {
  row: ItemRow
  /** False where `skip` archived an existing file: no row refers to the new blob. */
  used: boolean
  /** An existing file has the new content. */
  replaced: boolean
}

/**
 * The transaction that stores one file: locks session and parent, resolves a name conflict, and
 * writes item, blob, counters and session together. Without `replace` or `skip` the new file gets a numbered name. A
 * replaced file becomes a version if `versions` > 0; otherwise only its owner replaces it permanently, and callers who are
 * not the owner move it to the trash (D21). 404 when session or parent no longer exist, 423 when the quota is
 * exceeded.
 */
export const commitFile = async (
  tx: Tx,
  pendingFile: PendingFile,
  session: UploadSessionRow | null,
  onConflict: ConflictChoice | null,
  versions = 0,
  { checkReplaced }: Pick<ChunkRequest, 'checkReplaced'> = {},
): Promise<CommittedFile> => {
  const { scope, size } = pendingFile
  await scope.lockPermission?.(tx)
  const open = session ? await lockSession(tx, session) : null
  // Before `lockNames`: for a file request it locks the request's row first, in the same order as creating a folder
  // does.
  const parentId = pendingFile.ensureParent ? await pendingFile.ensureParent(tx) : pendingFile.parentId
  await lockNames(tx, scope.ownerId)
  const parent = await lockParent(tx, scope, parentId)
  const target = { ...pendingFile, parentId: parent }
  const mayExist = onConflict === 'replace' || onConflict === 'skip'
  const existing = mayExist ? await findFileByName(tx, scope, parent, pendingFile.name) : null
  if (mayExist) await checkReplaced?.(tx, existing, size)
  if (existing && onConflict === 'skip') {
    await settle(tx, scope.ownerId, { files: [], reserved: open?.reserved_bytes ?? 0, limit: null })
    await recordSession(tx, target, open, existing.id)
    return { row: (await requireItem(tx, scope, existing.id)).item, used: false, replaced: false }
  }
  const trashed = existing !== null && (await mustTrash(tx, target, existing, versions))
  if (trashed) await trashExisting(tx, scope, existing.id)
  const replaced = trashed ? null : existing
  const ids = { item: replaced?.id ?? newId(), blob: newId() }
  await insertBlob(tx, target, ids.blob)
  const row = replaced ? null : await insertItem(tx, target, ids)
  const freed = replaced ? await replaceContent(tx, target, replaced, ids.blob, versions) : []
  if (!replaced) await addChildCount(tx, scope.ownerId, parent, 1)
  const files = [pendingFile, ...freed]
  await settle(tx, scope.ownerId, { files, reserved: open?.reserved_bytes ?? 0, limit: pendingFile.limit })
  await recordSession(tx, target, open, ids.item)
  await tx.query(
    `insert into traffic (user_id, day, uploaded_bytes) values ($1, (now() at time zone 'utc')::date, $2)
     on conflict (user_id, day) do update set uploaded_bytes = traffic.uploaded_bytes + excluded.uploaded_bytes`,
    [scope.ownerId, trafficOf(pendingFile)],
    'storage.upload-traffic',
  )
  return { row: row ?? (await requireItem(tx, scope, ids.item)).item, used: true, replaced: replaced !== null }
}

const lockSession = async (tx: Tx, session: UploadSessionRow): Promise<UploadSessionRow> => {
  const row = await lockOpenSession(tx, session)
  if (!row) throw storageErrors.fail('upload-not-found')
  return row
}

const lockParent = async (tx: Tx, scope: Scope, parentId: string | null): Promise<string | null> => {
  const location = await requireFolder(tx, scope, parentId)
  if (!location) return null
  await lockFolder(tx, location.item.id)
  return location.item.id
}

const findFileByName = async (
  tx: Tx,
  scope: Scope,
  parent: string | null,
  name: string,
): Promise<ReplacedFile | null> => {
  const [row] = await tx.query<ReplacedFile>(
    `select id, blob_id, kind, size from items where ${isNamedSql('items', '$1', '$2')} and not is_folder for update`,
    [parent ?? scope.ownerId, name],
    'storage.file-named',
  )
  return row ?? null
}

const trashExisting = async (tx: Tx, scope: Scope, id: string): Promise<void> => {
  allow(scope, 'trash', { id, owner_id: scope.ownerId })
  await markTrashed(tx, scope, selectionOfIds([id]))
}

const insertBlob = async (tx: Tx, pendingFile: PendingFile, id: string): Promise<void> => {
  await tx.query(
    'insert into blobs (id, key, size, sha256, crc32, media_type, thumbnail_status) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      id,
      pendingFile.key,
      pendingFile.size,
      pendingFile.sha256,
      pendingFile.crc32,
      pendingFile.mediaType,
      pendingFile.wantsThumbnails ? 'pending' : 'none',
    ],
    'storage.insert-blob',
  )
}

const insertItem = async (tx: Tx, pendingFile: PendingFile, ids: { item: string; blob: string }): Promise<ItemRow> => {
  const { scope } = pendingFile
  const [row] = await tx.query<{ name: string; created_at: Date }>(
    `insert into items (id, owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, modified_at)
     values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9) returning name, created_at`,
    [
      ids.item,
      scope.ownerId,
      scope.actor.userId,
      pendingFile.parentId,
      pendingFile.name,
      pendingFile.kind,
      pendingFile.size,
      ids.blob,
      pendingFile.modifiedAt,
    ],
    'storage.insert-item',
  )
  const { name, created_at } = row as { name: string; created_at: Date }
  return insertedItemRow({ ...pendingFile, name }, ids, created_at)
}

interface Settlement {
  /** The stored file, and freed files with a negative size. */
  files: readonly { kind: ItemKind; size: number }[]
  reserved: number
  limit: number | null
}

/** Turns reserved bytes into used bytes. Only what exceeds the reservation is checked against the quota. */
const settle = async (tx: Tx, ownerId: string, { files, reserved, limit }: Settlement) => {
  const kinds = bytesByKind(files)
  const rows = await tx.query(
    `update usage set used_bytes = greatest(used_bytes + $2::bigint, 0), reserved_bytes = greatest(reserved_bytes - $3::bigint, 0),
       images_bytes = images_bytes + $5, videos_bytes = videos_bytes + $6, audios_bytes = audios_bytes + $7, documents_bytes = documents_bytes + $8 where user_id = $1
     and ($4::bigint is null or $2::bigint <= $3::bigint or used_bytes + reserved_bytes + $2::bigint - $3::bigint <= $4) returning 1`,
    [
      ownerId,
      files.reduce((sum, { size }) => sum + size, 0),
      reserved,
      limit,
      kinds.images,
      kinds.videos,
      kinds.audios,
      kinds.documents,
    ],
    'storage.settle-usage',
  )
  if (rows.length === 0) throw storageErrors.fail('quota-exceeded')
}

const recordSession = async (
  tx: Tx,
  pendingFile: PendingFile,
  session: UploadSessionRow | null,
  itemId: string,
): Promise<void> => {
  const { scope, uploadId, lastChunk, size, key } = pendingFile
  if (session) return finishSession(tx, session, itemId, size, lastChunk.crc)
  await tx.query(
    `insert into upload_sessions (principal, id, owner_id, actor_id, parent_id, had_parent, name, total_size, received_bytes,
       staging_key, last_chunk_size, last_chunk_crc32, item_id, finished_at, expires_at)
     values ($1, $2, $3, $4, $5::uuid, $5::uuid is not null, $6, $7, $7, $8, $9, $10, $11, now(), now() + interval '${sessionTtl}')`,
    [
      scope.actor.key,
      uploadId,
      scope.ownerId,
      scope.actor.userId,
      pendingFile.parentId,
      pendingFile.name,
      size,
      key,
      lastChunk.size,
      lastChunk.crc,
      itemId,
    ],
    'storage.record-session',
  )
}
