import type { Sql, Tx } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import type { ConflictChoice } from '../contract.ts'

/** A row of `upload_sessions`. */
export interface UploadSessionRow {
  principal: string
  id: string
  owner_id: string
  parent_id: string | null
  had_parent: boolean
  path: string | null
  name: string
  total_size: number | null
  received_bytes: number
  reserved_bytes: number
  sha256: Buffer | null
  modified_at: Date | null
  on_conflict: ConflictChoice | null
  staging_key: string
  network: string | null
  last_chunk_size: number | null
  last_chunk_crc32: number | null
  item_id: string | null
  finished_at: Date | null
  created_at: Date
  expires_at: Date
}

/** A session with the database's time when it was read. */
export interface FoundSession extends UploadSessionRow {
  read_at: Date
}

/** How long an open upload waits for its next chunk, and how long a finished one answers repeated chunks. */
export const sessionTtlMs = 24 * hourMs
export const sessionTtl = `${sessionTtlMs / hourMs} hours`
/** Open uploads per caller. */
export const maxOpenUploads = 100
/**
 * Open uploads of anonymous visitors, who can easily get new identities (A29): into one account, by one link, and by one
 * link from one network.
 */
export const maxOpenOfVisitors = { account: 300, group: 150, network: 60 }

export const findSession = async (sql: Sql, principal: string, id: string): Promise<FoundSession | null> => {
  const [row] = await sql.query<FoundSession>(
    'select *, now() as read_at from upload_sessions where principal = $1 and id = $2',
    [principal, id],
    'storage.find-session',
  )
  return row ?? null
}

interface NewUploadSession {
  principal: string
  id: string
  ownerId: string
  actor: string | null
  parentId: string | null
  path: string | null
  name: string
  total: number | null
  /** Bytes to reserve now. */
  reserveBytes: number
  /** Bytes that must fit into the quota now; at least `reserveBytes`. */
  neededBytes: number
  /** Quota of the owner in bytes; null: no limit. */
  limit: number | null
  sha256: Buffer | null
  modifiedAt: Date | null
  onConflict: ConflictChoice | null
  stagingKey: string
  maxOpen: number
  /** An anonymous visitor's `Actor.group`, and the network of their IP address. */
  group: string
  network: string | null
}

/** SQL condition: an anonymous visitor may open one more upload. All parameters are SQL expressions. */
const visitorsMayOpen = (ownerId: string, group: string, network: string) => `(
    select count(*) < ${maxOpenOfVisitors.account}
      and count(*) filter (where starts_with(principal, ${group})) < ${maxOpenOfVisitors.group}
      and count(*) filter (where starts_with(principal, ${group}) and network = ${network}) < ${maxOpenOfVisitors.network}
    from upload_sessions where owner_id = ${ownerId} and actor_id is null and finished_at is null and expires_at > now())`

/** Creates a session and reserves its bytes, both or neither. Null when the quota is exceeded or too many are open. */
export const openUploadSession = async (sql: Sql, given: NewUploadSession): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `with room as (
       update usage set reserved_bytes = reserved_bytes + $9 where user_id = $3
       and ($10::bigint is null or used_bytes + reserved_bytes + $16 <= $10)
       and (select count(*) from upload_sessions where principal = $1 and finished_at is null and expires_at > now())
         < $15
       and ($4::uuid is not null or ${visitorsMayOpen('$3', '$17', '$18')})
       returning 1
     ) insert into upload_sessions (principal, id, owner_id, actor_id, parent_id, had_parent, path, name, total_size,
         reserved_bytes, sha256, modified_at, on_conflict, staging_key, network, expires_at)
       select $1, $2, $3, $4, $5::uuid, $5::uuid is not null, $6, $7, $8, $9, $11, $12, $13, $14, $18,
         now() + interval '${sessionTtl}' from room
       returning *`,
    [
      given.principal,
      given.id,
      given.ownerId,
      given.actor,
      given.parentId,
      given.path,
      given.name,
      given.total,
      given.reserveBytes,
      given.limit,
      given.sha256,
      given.modifiedAt,
      given.onConflict,
      given.stagingKey,
      given.maxOpen,
      given.neededBytes,
      given.group,
      given.network,
    ],
    'storage.open-session',
  )
  return row ?? null
}

/** The open ones of these uploads. */
export const findOpenSessions = (
  sql: Sql,
  uploads: readonly Pick<UploadSessionRow, 'principal' | 'id'>[],
): Promise<UploadSessionRow[]> =>
  sql.query<UploadSessionRow>(
    `select s.* from unnest($1::text[], $2::uuid[]) as wanted (principal, id)
     join upload_sessions s on s.principal = wanted.principal and s.id = wanted.id where s.finished_at is null`,
    [uploads.map(({ principal }) => principal), uploads.map(({ id }) => id)],
  )

/** All open uploads of this principal that began until a time. */
export const findOpenSessionsOf = (sql: Sql, principal: string, until: string): Promise<UploadSessionRow[]> =>
  sql.query<UploadSessionRow>(
    'select * from upload_sessions where principal = $1 and finished_at is null and created_at <= $2::timestamptz',
    [principal, until],
  )

/** Whether `openUploadSession` returned null because too many uploads are open. */
export const hasTooManyOpen = async (
  sql: Sql,
  given: Pick<NewUploadSession, 'principal' | 'ownerId' | 'actor' | 'maxOpen' | 'group' | 'network'>,
): Promise<boolean> => {
  const [row] = await sql.query<{ full: boolean }>(
    `select (select count(*) from upload_sessions where principal = $1 and finished_at is null and expires_at > now())
       >= $4 or ($3::uuid is null and not ${visitorsMayOpen('$2', '$5', '$6')}) as full`,
    [given.principal, given.ownerId, given.actor, given.maxOpen, given.group, given.network],
  )
  return row?.full ?? false
}

/**
 * Adds a durable chunk to the received bytes. Null when the session advanced or ended meanwhile. Only a chunk with an offset
 * may be committed without waiting for the write-ahead log: after a power cut its sender gets the lower offset and sends it
 * again. Without an offset the loss would go unnoticed. `lastChunkSize`: bytes since the start of the chunk, where an
 * earlier attempt at it was cut off within it.
 */
export const advanceSession = async (
  sql: Sql,
  session: UploadSessionRow,
  {
    size,
    crc,
    hasOffset,
    lastChunkSize = size,
  }: { size: number; crc: number | null; hasOffset: boolean; lastChunkSize?: number },
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `update upload_sessions set received_bytes = received_bytes + $4, last_chunk_size = $8, last_chunk_crc32 = $5,
       expires_at = now() + interval '${sessionTtl}'
     where principal = $1 and id = $2 and received_bytes = $3 and staging_key = $6 and finished_at is null
     and case when $7 then set_config('synchronous_commit', 'off', true) = 'off' else true end returning *`,
    [session.principal, session.id, session.received_bytes, size, crc, session.staging_key, hasOffset, lastChunkSize],
    'storage.advance-session',
  )
  return row ?? null
}

/** Points an open session to another staged file with `receivedBytes`. Null when it advanced or ended meanwhile. */
export const moveStaging = async (
  sql: Sql,
  session: UploadSessionRow,
  { stagingKey, receivedBytes }: { stagingKey: string; receivedBytes: number },
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `update upload_sessions set staging_key = $4, received_bytes = $5,
       last_chunk_size = case when received_bytes = $5 then last_chunk_size end,
       last_chunk_crc32 = case when received_bytes = $5 then last_chunk_crc32 end
     where principal = $1 and id = $2 and staging_key = $3 and finished_at is null returning *`,
    [session.principal, session.id, session.staging_key, stagingKey, receivedBytes],
    'storage.move-staging',
  )
  return row ?? null
}

/** Locks the row of an open session until the transaction ends. Null when it ended or has another staged file by now. */
export const lockOpenSession = async (tx: Tx, session: UploadSessionRow): Promise<UploadSessionRow | null> => {
  const [row] = await tx.query<UploadSessionRow>(
    'select * from upload_sessions where principal = $1 and id = $2 for update',
    [session.principal, session.id],
    'storage.lock-session',
  )
  return row && !row.finished_at && row.staging_key === session.staging_key ? row : null
}

/**
 * Closes an open session for the account's owner and releases its reservation. The row stays, finished without a file, so
 * that the sender's next chunk gets 404 instead of an offset to start again from. False when it was not open.
 */
export const closeSession = async (sql: Sql, { principal, id }: UploadSessionRow): Promise<boolean> => {
  const rows = await sql.query(
    `with open as (
       select owner_id, reserved_bytes from upload_sessions
       where principal = $1 and id = $2 and finished_at is null for update
     ), closed as (
       update upload_sessions set finished_at = now(), item_id = null, reserved_bytes = 0
       where principal = $1 and id = $2 and exists (select 1 from open)
     ), freed as (
       update usage set reserved_bytes = greatest(usage.reserved_bytes - open.reserved_bytes, 0)
       from open where usage.user_id = open.owner_id and open.reserved_bytes > 0
     ) select 1 from open`,
    [principal, id],
  )
  return rows.length > 0
}

/** Whether the account's owner closed the upload. */
export const wasClosedByOwner = ({ finished_at, item_id }: UploadSessionRow): boolean =>
  finished_at !== null && item_id === null

/** Deletes the rows of uploads that the account's owner has closed; they hold no reservation. */
export const deleteClosedSessions = async (tx: Tx, principal: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    `delete from upload_sessions
     where principal = $1 and id = any($2::uuid[]) and finished_at is not null and item_id is null`,
    [principal, ids],
  )
}

/** Marks a session finished, in the transaction that creates its file. */
export const finishSession = async (
  tx: Tx,
  session: UploadSessionRow,
  itemId: string,
  size: number,
  crc: number | null,
) => {
  await tx.query(
    `update upload_sessions set finished_at = now(), item_id = $3, received_bytes = $4, reserved_bytes = 0,
       last_chunk_size = $4 - received_bytes, last_chunk_crc32 = $5, expires_at = now() + interval '${sessionTtl}'
     where principal = $1 and id = $2`,
    [session.principal, session.id, itemId, size, crc],
    'storage.finish-session',
  )
}
