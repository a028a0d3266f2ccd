import type { Sql } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import type { UploadSessionRow } from './sessions.ts'

/** Every account that stores something has a row; made once, asked for once per process. */
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

const minAdvanceBytes = 1 << 20
const maxAdvanceBytes = 16 << 20

/** Only the owner of the account reserves a file's size before its bytes: anybody else could claim any size (A28). */
export const reservesAhead = ({ actor, ownerId }: Scope): boolean => actor.userId === ownerId

/** What others reserve for a file of `upTo` bytes so far: as much again, within limits, and never beyond its size. */
export const withAdvance = (upTo: number, total: number | null): number =>
  Math.min(upTo + Math.min(Math.max(upTo, minAdvanceBytes), maxAdvanceBytes), total ?? Number.MAX_SAFE_INTEGER)

/**
 * Reserves `bytes` more for an open upload; false when the account has no room (`limit` null: no limit) or the upload
 * was ended. Locks the session first and `usage` last, as the end of an upload does.
 */
export const reserveMore = async (
  sql: Sql,
  session: Pick<UploadSessionRow, 'principal' | 'id' | 'owner_id'>,
  bytes: number,
  limit: number | null,
): Promise<boolean> => {
  const rows = await sql.query(
    `with open as (
       select 1 from upload_sessions where principal = $1 and id = $2 and finished_at is null for update
     ), room as (
       update usage set reserved = reserved + $4 where user_id = $3 and exists (select 1 from open)
       and ($5::bigint is null or used + reserved + $4 <= $5) returning 1
     ) update upload_sessions set reserved = reserved + $4
       where principal = $1 and id = $2 and exists (select 1 from room) returning id`,
    [session.principal, session.id, session.owner_id, bytes, limit],
    'storage.reserve-more',
  )
  return rows.length > 0
}

/** Gives back what open uploads reserved beyond the bytes they have: `which` is a condition on `upload_sessions`. */
const trimSql = (which: string) => `with open as (
    select principal, id, owner_id, reserved - received as surplus from upload_sessions
    where finished_at is null and reserved > received and ${which} for update
  ), trimmed as (
    update upload_sessions s set reserved = s.received from open where s.principal = open.principal and s.id = open.id
  )
  update usage set reserved = greatest(usage.reserved - spare.bytes, 0)
  from (select owner_id, sum(surplus)::bigint as bytes from open group by owner_id) spare
  where usage.user_id = spare.owner_id returning usage.user_id`

/** Between two chunks of a visitor only the bytes that are here stay reserved. */
export const trimReservation = async (sql: Sql, { principal, id }: UploadSessionRow): Promise<void> => {
  await sql.query(trimSql('principal = $1 and id = $2'), [principal, id], 'storage.trim-reservation')
}

/** The same for all visitors' uploads that no process is receiving: one that was killed could not trim its own. */
export const trimAbandoned = async (sql: Sql, isFree: string): Promise<void> => {
  await sql.query(trimSql(`actor_id is null and ${isFree}`))
}
