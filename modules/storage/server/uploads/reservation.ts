import type { Sql } from '../../../platform/index.ts'

/** Every account that stores something has a row; made once, asked for once per process. */
export class UsageRows {
  private readonly known = new Set<string>()
  private readonly db: Sql
  constructor(db: Sql) {
    this.db = db
  }

  async ensure(payer: string): Promise<void> {
    if (this.known.has(payer)) return
    await this.db.query('insert into usage (user_id) values ($1) on conflict do nothing', [payer])
    this.known.add(payer)
  }
}

/** Reserves `bytes` more for an open upload; false when the account has no room (`limit` null: no limit). */
export const reserveMore = async (
  sql: Sql,
  session: { principal: string; id: string; payer_id: string },
  bytes: number,
  limit: number | null,
): Promise<boolean> => {
  const rows = await sql.query(
    `with room as (
       update usage set reserved = reserved + $4 where user_id = $3
       and ($5::bigint is null or used + reserved + $4 <= $5) returning 1
     ) update upload_sessions set reserved = reserved + $4
       where principal = $1 and id = $2 and finished_at is null and exists (select 1 from room) returning id`,
    [session.principal, session.id, session.payer_id, bytes, limit],
    'storage.reserve-more',
  )
  return rows.length > 0
}
