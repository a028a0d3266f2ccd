import type { Sql } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import type { UploadSessionRow } from './sessions.ts'

/** Ensures that an account has a row in `usage`. Each account is asked for once per process. */
export class UsageRows {
  private readonly known = new Set<string>()
  private readonly db: Sql
  constructor(db: Sql) {
    this.db = db
  }

  async ensure(ownerId: string): Promise<void> {
    if (this.known.has(ownerId)) return
    await this.db.query('insert into usage (user_id) values ($1) on conflict do nothing', [ownerId])
    this.known.add(ownerId)
  }
}

/** Bytes of the quota (`limit`) that are neither used nor reserved. */
export const freeQuota = async (sql: Sql, ownerId: string, limit: number): Promise<number> => {
  const [usage] = await sql.query<{ taken: number }>(
    'select used_bytes + reserved_bytes as taken from usage where user_id = $1',
    [ownerId],
    'storage.taken-quota',
  )
  return Math.max(0, limit - (usage?.taken ?? 0))
}

/** Bytes that a caller's open uploads into an account have reserved and not received: chunks of theirs fill them. */
export const unfilledReservations = async (sql: Sql, ownerId: string, principal: string): Promise<number> => {
  const [row] = await sql.query<{ unfilled: number }>(
    `select coalesce(sum(reserved_bytes - received_bytes), 0)::bigint as unfilled from upload_sessions
     where principal = $2 and owner_id = $1 and finished_at is null and reserved_bytes > received_bytes`,
    [ownerId, principal],
    'storage.unfilled-reservations',
  )
  return row?.unfilled ?? 0
}

const minAdvanceBytes = 1 << 20
const maxAdvanceBytes = 16 << 20

/** Only the account's owner reserves the full size before the bytes arrive: anybody else could claim any size (A28). */
export const reservesFullSize = ({ actor, ownerId }: Scope): boolean => actor.userId === ownerId

/**
 * Bytes that others reserve for a file of which `upTo` bytes are known: twice as many within limits, but never more
 * than its size.
 */
export const reservationFor = (upTo: number, total: number | null): number =>
  Math.min(upTo + Math.min(Math.max(upTo, minAdvanceBytes), maxAdvanceBytes), total ?? Number.MAX_SAFE_INTEGER)

/**
 * Reserves `bytes` more for an open upload. False when the quota is exceeded (`limit` null: no limit) or the upload was
 * ended. Locks the session first and `usage` last, in the same order as ending an upload does.
 */
export const extendReservation = async (
  sql: Sql,
  session: Pick<UploadSessionRow, 'principal' | 'id' | 'owner_id'>,
  bytes: number,
  limit: number | null,
): Promise<boolean> => {
  const rows = await sql.query(
    `with open as (
       select 1 from upload_sessions where principal = $1 and id = $2 and finished_at is null for update
     ), room as (
       update usage set reserved_bytes = reserved_bytes + $4 where user_id = $3 and exists (select 1 from open)
       and ($5::bigint is null or used_bytes + reserved_bytes + $4 <= $5) returning 1
     ) update upload_sessions set reserved_bytes = reserved_bytes + $4
       where principal = $1 and id = $2 and exists (select 1 from room) returning id`,
    [session.principal, session.id, session.owner_id, bytes, limit],
    'storage.reserve-more',
  )
  return rows.length > 0
}

/** Releases what open uploads reserved beyond their received bytes. `condition` is SQL over `upload_sessions`. */
const trimSql = (condition: string) => `with open as (
    select principal, id, owner_id, reserved_bytes - received_bytes as surplus from upload_sessions
    where finished_at is null and reserved_bytes > received_bytes and ${condition} for update
  ), trimmed as (
    update upload_sessions s set reserved_bytes = s.received_bytes from open where s.principal = open.principal and s.id = open.id
  )
  update usage set reserved_bytes = greatest(usage.reserved_bytes - spare.bytes, 0)
  from (select owner_id, sum(surplus)::bigint as bytes from open group by owner_id) spare
  where usage.user_id = spare.owner_id returning usage.user_id`

/** Between two chunks of a visitor only the received bytes stay reserved. */
export const trimReservation = async (sql: Sql, { principal, id }: UploadSessionRow): Promise<void> => {
  await sql.query(trimSql('principal = $1 and id = $2'), [principal, id], 'storage.trim-reservation')
}

/**
 * Trims all visitors' uploads that no process is receiving: a killed process could not trim its own. `isFree` is SQL.
 */
export const trimAbandoned = async (sql: Sql, isFree: string): Promise<void> => {
  await sql.query(trimSql(`actor_id is null and ${isFree}`))
}
