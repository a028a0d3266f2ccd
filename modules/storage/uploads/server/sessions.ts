import type { Sql, Tx } from '../../../platform/index.ts'
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
  received: number
  reserved: number
  sha256: Buffer | null
  modified_at: Date | null
  on_conflict: ConflictChoice | null
  staging_key: string
  network: string | null
  last_chunk_size: number | null
  last_chunk_crc: number | null
  item_id: string | null
  finished_at: Date | null
  created_at: Date
  expires_at: Date
}

/** As it was found, by the database's clock. */
export interface FoundSession extends UploadSessionRow {
  read_at: Date
}

/** A stopped upload waits so long for its next chunk; a finished one answers repeats so long. */
export const sessionLife = '24 hours'
/** Open uploads per caller (SECURITY.md §4). */
export const maxOpenSessions = 100
/**
 * Open uploads of callers without an account, who can give themselves other names (A29): into one account, by one link,
 * and by one link from one network.
 */
const maxOfVisitors = { account: 300, group: 150, network: 60 }

export const findSession = async (sql: Sql, principal: string, id: string): Promise<FoundSession | null> => {
  const [row] = await sql.query<FoundSession>(
    'select *, now() as read_at from upload_sessions where principal = $1 and id = $2',
    [principal, id],
    'storage.find-session',
  )
  return row ?? null
}

export interface NewSession {
  principal: string
  id: string
  ownerId: string
  actor: string | null
  parentId: string | null
  path: string | null
  name: string
  total: number | null
  /** Bytes reserved at once; `needed`: bytes that the account must have room for. */
  reserve: number
  needed: number
  /** Most bytes the owner may hold; null: no limit. */
  limit: number | null
  sha256: Buffer | null
  modifiedAt: Date | null
  onConflict: ConflictChoice | null
  stagingKey: string
  maxOpen: number
  /** Of a caller without an account: `Actor.group`, and the network they call from. */
  group: string
  network: string | null
}

/** True where a caller without an account may open one more: `group` and `network` are SQL expressions, as `ownerId` is. */
const visitorsHaveRoom = (ownerId: string, group: string, network: string) => `(
    select count(*) < ${maxOfVisitors.account}
      and count(*) filter (where starts_with(principal, ${group})) < ${maxOfVisitors.group}
      and count(*) filter (where starts_with(principal, ${group}) and network = ${network}) < ${maxOfVisitors.network}
    from upload_sessions where owner_id = ${ownerId} and actor_id is null and finished_at is null and expires_at > now())`

/** Opens a session and reserves its bytes, both or neither: null when the account has no room or too many are open. */
export const openSession = async (sql: Sql, given: NewSession): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `with room as (
       update usage set reserved = reserved + $9 where user_id = $3
       and ($10::bigint is null or used + reserved + $16 <= $10)
       and (select count(*) from upload_sessions where principal = $1 and finished_at is null and expires_at > now())
         < $15
       and ($4::uuid is not null or ${visitorsHaveRoom('$3', '$17', '$18')})
       returning 1
     ) insert into upload_sessions (principal, id, owner_id, actor_id, parent_id, had_parent, path, name, total_size,
         reserved, sha256, modified_at, on_conflict, staging_key, network, expires_at)
       select $1, $2, $3, $4, $5::uuid, $5::uuid is not null, $6, $7, $8, $9, $11, $12, $13, $14, $18,
         now() + interval '${sessionLife}' from room
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
      given.reserve,
      given.limit,
      given.sha256,
      given.modifiedAt,
      given.onConflict,
      given.stagingKey,
      given.maxOpen,
      given.needed,
      given.group,
      given.network,
    ],
    'storage.open-session',
  )
  return row ?? null
}

/** Open uploads into an account by callers whose keys begin so. */
export const openOf = (sql: Sql, ownerId: string, keyPrefix: string): Promise<UploadSessionRow[]> =>
  sql.query<UploadSessionRow>(
    'select * from upload_sessions where owner_id = $1 and starts_with(principal, $2) and finished_at is null',
    [ownerId, keyPrefix],
  )

/** Those of these that are open. */
export const openAmong = (
  sql: Sql,
  uploads: readonly Pick<UploadSessionRow, 'principal' | 'id'>[],
): Promise<UploadSessionRow[]> =>
  sql.query<UploadSessionRow>(
    `select s.* from unnest($1::text[], $2::uuid[]) as wanted (principal, id)
     join upload_sessions s on s.principal = wanted.principal and s.id = wanted.id where s.finished_at is null`,
    [uploads.map(({ principal }) => principal), uploads.map(({ id }) => id)],
  )

/** Whether that was why: too many are open already. */
export const tooManyOpen = async (
  sql: Sql,
  given: Pick<NewSession, 'principal' | 'ownerId' | 'actor' | 'maxOpen' | 'group' | 'network'>,
): Promise<boolean> => {
  const [row] = await sql.query<{ full: boolean }>(
    `select (select count(*) from upload_sessions where principal = $1 and finished_at is null and expires_at > now())
       >= $4 or ($3::uuid is null and not ${visitorsHaveRoom('$2', '$5', '$6')}) as full`,
    [given.principal, given.ownerId, given.actor, given.maxOpen, given.group, given.network],
  )
  return row?.full ?? false
}

/**
 * Counts a chunk that is on the disk; null when the session moved or ended meanwhile. Only a chunk that tells its offset
 * may be counted without waiting for the log: after a power cut its sender is told to send it once more. Without an
 * offset nobody would notice that a counted chunk is missing.
 */
export const advance = async (
  sql: Sql,
  session: UploadSessionRow,
  { size, crc, tellsOffset }: { size: number; crc: number | null; tellsOffset: boolean },
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `update upload_sessions set received = received + $4, last_chunk_size = $4, last_chunk_crc = $5,
       expires_at = now() + interval '${sessionLife}'
     where principal = $1 and id = $2 and received = $3 and staging_key = $6 and finished_at is null
     and case when $7 then set_config('synchronous_commit', 'off', true) = 'off' else true end returning *`,
    [session.principal, session.id, session.received, size, crc, session.staging_key, tellsOffset],
    'storage.advance-session',
  )
  return row ?? null
}

/** Takes an open session to `received` bytes in the staged file of another key; null when it moved or ended meanwhile. */
export const moveStaging = async (
  sql: Sql,
  session: UploadSessionRow,
  { stagingKey, received }: { stagingKey: string; received: number },
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `update upload_sessions set staging_key = $4, received = $5,
       last_chunk_size = case when received = $5 then last_chunk_size end,
       last_chunk_crc = case when received = $5 then last_chunk_crc end
     where principal = $1 and id = $2 and staging_key = $3 and finished_at is null returning *`,
    [session.principal, session.id, session.staging_key, stagingKey, received],
    'storage.move-staging',
  )
  return row ?? null
}

/** The row of an open session with this staged file, locked until the transaction ends; null when there is none any more. */
export const lockOpenSession = async (tx: Tx, session: UploadSessionRow): Promise<UploadSessionRow | null> => {
  const [row] = await tx.query<UploadSessionRow>(
    'select * from upload_sessions where principal = $1 and id = $2 for update',
    [session.principal, session.id],
    'storage.lock-session',
  )
  return row && !row.finished_at && row.staging_key === session.staging_key ? row : null
}

/**
 * Ends a session for good and gives its reservation back; null when there was none. An `openOnly` call spares what was
 * finished meanwhile: its row answers a repeated last chunk.
 */
export const removeSession = async (
  sql: Sql,
  principal: string,
  id: string,
  { openOnly = false }: { openOnly?: boolean } = {},
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    `with gone as (
       delete from upload_sessions where principal = $1 and id = $2 and (not $3 or finished_at is null) returning *
     ), freed as (
       update usage set reserved = greatest(usage.reserved - gone.reserved, 0)
       from gone where usage.user_id = gone.owner_id and gone.reserved > 0
     ) select * from gone`,
    [principal, id, openOnly],
    'storage.remove-session',
  )
  return row ?? null
}

/**
 * Ends an open session on its owner's behalf and gives its reservation back. Its row stays, finished without a file: the
 * sender's next chunk is answered with 404 and not with the place to start again from. False when it was not open.
 */
export const closeSession = async (sql: Sql, { principal, id }: UploadSessionRow): Promise<boolean> => {
  const rows = await sql.query(
    `with open as (
       select owner_id, reserved from upload_sessions
       where principal = $1 and id = $2 and finished_at is null for update
     ), closed as (
       update upload_sessions set finished_at = now(), item_id = null, reserved = 0
       where principal = $1 and id = $2 and exists (select 1 from open)
     ), freed as (
       update usage set reserved = greatest(usage.reserved - open.reserved, 0)
       from open where usage.user_id = open.owner_id and open.reserved > 0
     ) select 1 from open`,
    [principal, id],
  )
  return rows.length > 0
}

/** Whether its owner ended it. */
export const wasClosed = ({ finished_at, item_id }: UploadSessionRow): boolean =>
  finished_at !== null && item_id === null

/** Marks it finished with its file, in the transaction that makes the file. */
export const finishSession = async (
  tx: Tx,
  session: UploadSessionRow,
  itemId: string,
  size: number,
  crc: number | null,
) => {
  await tx.query(
    `update upload_sessions set finished_at = now(), item_id = $3, received = $4, reserved = 0,
       last_chunk_size = $4 - received, last_chunk_crc = $5, expires_at = now() + interval '${sessionLife}'
     where principal = $1 and id = $2`,
    [session.principal, session.id, itemId, size, crc],
    'storage.finish-session',
  )
}
