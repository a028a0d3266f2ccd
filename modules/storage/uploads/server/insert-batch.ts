import { newId, type Sql } from '../../../platform/index.ts'
import { activityCtes } from '../../activity/index.ts'
import type { ItemRow } from '../../tree/index.ts'
import { bytesByKind, namesLockKey } from '../../tree/index.ts'
import { trafficOf } from './extracted-files.ts'
import { insertedItemRow, type PendingFile } from './pending-file.ts'
import { sessionTtl } from './sessions.ts'

/**
 * Commits many small files of one owner in one statement, all or none: locks names and parents, checks the quota, and
 * inserts blobs, items, counters, sessions and traffic. Item rows are locked first and `usage` last.
 */
export const insertBatchSql = `with recursive turn as materialized (
    select pg_advisory_xact_lock(${namesLockKey('$1::uuid')})
  ), up as (
    select i.id as leaf, w.top, i.id, i.parent_id, i.trashed_at
    from unnest($2::uuid[], $3::uuid[]) as w (id, top) join items i on i.id = w.id
    where i.owner_id = $1 and i.is_folder
    union all
    select up.leaf, up.top, p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id
  ), live as (
    select leaf, top from up group by leaf, top
    having bool_and(trashed_at is null) and (top is null or bool_or(id = top))
  ), parent as (
    select id from items where id = any(array(select leaf from live)) and trashed_at is null and exists (select from turn)
    order by id for no key update
  ), room as (
    update usage set used_bytes = used_bytes + $5, root_count = root_count + $6, images_bytes = images_bytes + $26, videos_bytes = videos_bytes + $27,
      audios_bytes = audios_bytes + $28, documents_bytes = documents_bytes + $29 where user_id = $1 and exists (select from turn)
    and (select count(*) from parent) = $4 and (select count(*) from live) = coalesce(array_length($2::uuid[], 1), 0)
    and ($7::bigint is null or used_bytes + reserved_bytes + $5 <= $7) returning 1
  ), counted as (
    update items set child_count = child_count + w.n from unnest($8::uuid[], $9::int[]) as w (id, n)
    where items.id = w.id and exists (select 1 from room)
  ), file as (
    select * from unnest($10::uuid[], $11::uuid[], $12::text[], $13::bigint[], $14::bytea[], $15::bigint[], $16::text[],
      $17::text[], $18::uuid[], $19::uuid[], $20::text[], $21::text[], $22::timestamptz[], $23::text[], $24::uuid[], $25::bigint[])
      as f (id, blob_id, key, size, sha256, crc32, media_type, thumbnail_status, parent_id, creator_id, name, kind, modified_at,
        principal, upload_id, chunk_crc)
    where exists (select 1 from room)
  ), blob as (
    insert into blobs (id, key, size, sha256, crc32, media_type, thumbnail_status)
    select blob_id, key, size, sha256, crc32, media_type, thumbnail_status from file
  ), session as (
    insert into upload_sessions (principal, id, owner_id, name, total_size, received_bytes,
      staging_key, last_chunk_size, last_chunk_crc32, item_id, finished_at, expires_at)
    select principal, upload_id, $1, name, size, size, key, size, chunk_crc, id,
      now(), now() + interval '${sessionTtl}' from file
  ), moved as (
    insert into traffic (user_id, day, uploaded_bytes) select $1, (now() at time zone 'utc')::date, $30::bigint from room
    on conflict (user_id, day) do update set uploaded_bytes = traffic.uploaded_bytes + excluded.uploaded_bytes
  ), activity as (
    select $1::uuid as owner_id, parent_id as folder_id, creator_id as actor_id, 'added' as action,
      count(*)::int as count, array_agg(id) as item_ids, null::uuid as target_id from file group by parent_id, creator_id order by parent_id, creator_id
  ), ${activityCtes('activity')}
  insert into items (id, owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, modified_at)
  select id, $1, creator_id, parent_id, false, name, kind, size, blob_id, modified_at from file returning id, name, created_at`

/** The rows of all files in order, or null when not all can be stored: each must then be committed alone. */
export const insertBatch = async (sql: Sql, pendingFiles: readonly PendingFile[]): Promise<ItemRow[] | null> => {
  const first = pendingFiles[0] as PendingFile
  const ids = pendingFiles.map(() => ({ item: newId(), blob: newId() }))
  const byParent = Map.groupBy(pendingFiles, ({ parentId }) => parentId)
  const roots = byParent.get(null)?.length ?? 0
  byParent.delete(null)
  const parents = new Map(
    pendingFiles
      .filter(({ parentId }) => parentId !== null)
      .map(({ parentId, scope }) => [`${parentId}/${scope.root}`, [parentId, scope.root] as const]),
  )
  const kinds = bytesByKind(pendingFiles)
  const each = <T>(value: (pendingFile: PendingFile, at: number) => T) => pendingFiles.map(value)
  const rows = await sql.query<{ id: string; name: string; created_at: Date }>(
    insertBatchSql,
    [
      first.scope.ownerId,
      [...parents.values()].map(([id]) => id),
      [...parents.values()].map(([, top]) => top),
      byParent.size,
      pendingFiles.reduce((sum, { size }) => sum + size, 0),
      roots,
      first.limit,
      [...byParent.keys()],
      [...byParent.values()].map((members) => members.length),
      ids.map(({ item }) => item),
      ids.map(({ blob }) => blob),
      each(({ key }) => key),
      each(({ size }) => size),
      each(({ sha256 }) => sha256),
      each((pendingFile) => pendingFile.crc32),
      each(({ mediaType }) => mediaType),
      each(({ wantsThumbnails }) => (wantsThumbnails ? 'pending' : 'none')),
      each(({ parentId }) => parentId),
      each(({ scope }) => scope.actor.userId),
      each(({ name }) => name),
      each(({ kind }) => kind),
      each(({ modifiedAt }) => modifiedAt),
      each(({ scope }) => scope.actor.key),
      each(({ uploadId }) => uploadId),
      each(({ lastChunk }) => lastChunk.crc),
      kinds.images,
      kinds.videos,
      kinds.audios,
      kinds.documents,
      pendingFiles.reduce((sum, file) => sum + trafficOf(file), 0),
    ],
    'storage.insert-batch',
  )
  const createdAt = rows[0]?.created_at
  if (!createdAt) return null
  // The database numbers a name that is taken.
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return pendingFiles.map((pendingFile, at) => {
    const id = ids[at] as (typeof ids)[number]
    return insertedItemRow({ ...pendingFile, name: names.get(id.item) as string }, id, createdAt)
  })
}
