import { newId, type Tx } from '../../../platform/index.ts'
import type { ItemKind } from '../../tree/contract.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import {
  addChildren,
  bytesByKind,
  type Freed,
  holdFolder,
  holdsAlready,
  isNamed,
  keepAsVersion,
  liveFolder,
  liveItem,
  lockNames,
  pruneVersions,
  releaseBlobs,
  storageErrors,
} from '../../tree/index.ts'
import type { ConflictChoice } from '../contract.ts'
import { type Candidate, rowOf, wantsThumbnails } from './pending-file.ts'
import { finishSession, lockOpenSession, sessionLife, type UploadSessionRow } from './sessions.ts'

export interface Placement {
  row: ItemRow
  /** False where an existing file was kept (`skip`): the new blob is not referred to. */
  used: boolean
}

interface Existing {
  id: string
  blob_id: string
  kind: ItemKind
  size: number
}

/**
 * The transaction of SECURITY.md §2.2 step 4 for one file: session and parent locked and alive, name conflict settled,
 * rows, counts, bytes and session together. Without `replace` or `skip` both are kept: the new file's name is numbered. What is replaced becomes a version where `versions` are kept. 404 when session or parent went away, 423 when the account has no room.
 */
export const placeFile = async (
  tx: Tx,
  candidate: Candidate,
  session: UploadSessionRow | null,
  onConflict: ConflictChoice | null,
  versions = 0,
): Promise<Placement> => {
  const { scope, size } = candidate
  const open = session ? await lockSession(tx, session) : null
  // Before the names: for a request it locks the request's row first, as whoever makes a folder for a guest does.
  const wanted = candidate.ensureParent ? await candidate.ensureParent(tx) : candidate.parentId
  await lockNames(tx, scope.ownerId)
  const parent = await lockParent(tx, scope, wanted)
  const placed = { ...candidate, parentId: parent }
  const decided = onConflict === 'replace' || onConflict === 'skip'
  const existing = decided ? await fileNamed(tx, scope, parent, candidate.name) : null
  if (existing && onConflict === 'skip') {
    await settle(tx, scope.ownerId, { files: [], reserved: open?.reserved ?? 0, limit: null })
    await remember(tx, placed, open, existing.id)
    return { row: (await liveItem(tx, scope, existing.id)).item, used: false }
  }
  const ids = { item: existing && onConflict === 'replace' ? existing.id : newId(), blob: newId() }
  await insertBlob(tx, placed, ids.blob)
  const replaced = ids.item === existing?.id ? existing : null
  const row = replaced ? null : await insertItem(tx, placed, ids)
  const freed = replaced ? await replaceBytes(tx, placed, replaced, ids.blob, versions) : []
  if (!replaced) await addChildren(tx, scope.ownerId, parent, 1)
  const files = [candidate, ...freed]
  await settle(tx, scope.ownerId, { files, reserved: open?.reserved ?? 0, limit: candidate.limit })
  await remember(tx, placed, open, ids.item)
  await tx.query(
    `insert into traffic (user_id, day, upload) values ($1, (now() at time zone 'utc')::date, $2)
     on conflict (user_id, day) do update set upload = traffic.upload + excluded.upload`,
    [scope.ownerId, size],
    'storage.upload-traffic',
  )
  return { row: row ?? (await liveItem(tx, scope, ids.item)).item, used: true }
}

const lockSession = async (tx: Tx, session: UploadSessionRow): Promise<UploadSessionRow> => {
  const row = await lockOpenSession(tx, session)
  if (!row) throw storageErrors.fail('upload-not-found')
  return row
}

const lockParent = async (tx: Tx, scope: Scope, parentId: string | null): Promise<string | null> => {
  const place = await liveFolder(tx, scope, parentId)
  if (!place) return null
  await holdFolder(tx, place.item.id)
  return place.item.id
}

const fileNamed = async (tx: Tx, scope: Scope, parent: string | null, name: string): Promise<Existing | null> => {
  const [row] = await tx.query<Existing>(
    `select id, blob_id, kind, size from items where ${isNamed('items', '$1', '$2')} and not is_folder for update`,
    [parent ?? scope.ownerId, name],
    'storage.file-named',
  )
  return row ?? null
}

const insertBlob = async (tx: Tx, candidate: Candidate, id: string): Promise<void> => {
  await tx.query(
    'insert into blobs (id, key, size, sha256, crc32, media_type, thumbnails) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      id,
      candidate.key,
      candidate.size,
      candidate.sha256,
      candidate.crc32,
      candidate.mediaType,
      wantsThumbnails(candidate.mediaType) ? 'pending' : 'none',
    ],
    'storage.insert-blob',
  )
}

const insertItem = async (tx: Tx, candidate: Candidate, ids: { item: string; blob: string }): Promise<ItemRow> => {
  const { scope } = candidate
  const [row] = await tx.query<{ name: string; created_at: Date }>(
    `insert into items (id, owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, modified_at)
     values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9) returning name, created_at`,
    [
      ids.item,
      scope.ownerId,
      scope.actor.userId,
      candidate.parentId,
      candidate.name,
      candidate.kind,
      candidate.size,
      ids.blob,
      candidate.modifiedAt,
    ],
    'storage.insert-item',
  )
  const { name, created_at } = row as { name: string; created_at: Date }
  return rowOf({ ...candidate, name }, ids, created_at)
}

const replaceBytes = async (
  tx: Tx,
  candidate: Candidate,
  existing: Existing,
  blob: string,
  versions: number,
): Promise<Freed> => {
  const kept = versions > 0 && !(await holdsAlready(tx, existing.blob_id, candidate.sha256))
  if (kept) await keepAsVersion(tx, existing.id)
  await tx.query(
    'update items set blob_id = $2, size = $3, kind = $4, modified_at = $5, updated_at = now() where id = $1',
    [existing.id, blob, candidate.size, candidate.kind, candidate.modifiedAt],
    'storage.replace-bytes',
  )
  if (kept) return pruneVersions(tx, existing.id, versions)
  await releaseBlobs(tx, [existing.blob_id])
  return [{ kind: existing.kind, size: -existing.size }]
}

interface Settlement {
  /** What came, and with a negative size what went. */
  files: readonly { kind: ItemKind; size: number }[]
  reserved: number
  limit: number | null
}

/** Reserved bytes become used ones. Only what goes beyond the reservation has to fit in the account. */
const settle = async (tx: Tx, ownerId: string, { files, reserved, limit }: Settlement) => {
  const kinds = bytesByKind(files)
  const rows = await tx.query(
    `update usage set used = greatest(used + $2::bigint, 0), reserved = greatest(reserved - $3::bigint, 0),
       images = images + $5, videos = videos + $6, audios = audios + $7, documents = documents + $8 where user_id = $1
     and ($4::bigint is null or $2::bigint <= $3::bigint or used + reserved + $2::bigint - $3::bigint <= $4) returning 1`,
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

const remember = async (
  tx: Tx,
  candidate: Candidate,
  session: UploadSessionRow | null,
  itemId: string,
): Promise<void> => {
  const { scope, uploadId, lastChunk, size, key } = candidate
  if (session) return finishSession(tx, session, itemId, size, lastChunk.crc)
  await tx.query(
    `insert into upload_sessions (principal, id, owner_id, actor_id, parent_id, had_parent, name, total_size, received,
       staging_key, last_chunk_size, last_chunk_crc, item_id, finished_at, expires_at)
     values ($1, $2, $3, $4, $5::uuid, $5::uuid is not null, $6, $7, $7, $8, $9, $10, $11, now(), now() + interval '${sessionLife}')`,
    [
      scope.actor.key,
      uploadId,
      scope.ownerId,
      scope.actor.userId,
      candidate.parentId,
      candidate.name,
      size,
      key,
      lastChunk.size,
      lastChunk.crc,
      itemId,
    ],
    'storage.remember-upload',
  )
}
