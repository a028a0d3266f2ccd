import type { Sql } from './db/db.ts'
import { clockJumpSql, retentionPauseDays } from './jobs/clock-jumps.ts'

/** $1: days of the retention. A time that lies ahead comes from a clock that was wrong, and does not count. */
const pauseSql = `select max(value::timestamptz) as since from settings
  where name in ('restored_at', 'clock_changed_at') and value <> ''
    and value::timestamptz < now() + make_interval(days => ${retentionPauseDays})
    and value::timestamptz > now() - make_interval(days => case name when 'restored_at' then $1 else ${retentionPauseDays} end)`

/** Records in a database that it was restored from a backup now, and forgets the jumps of its former server's clock. */
export const markRestored = async (sql: Sql): Promise<void> => {
  await sql.query(`delete from settings where name in ('clock_changed_at', 'clock_changed_from')`)
  await sql.query(
    `insert into settings (name, value) values ('restored_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
     on conflict (name) do update set value = excluded.value`,
  )
}

/**
 * Time since when nothing is deleted because it is older than so many days; null: as usual. Retention times begin anew with a
 * restore, as what came due since the backup may be just what it was restored for, and when the clock was behind; they wait
 * for two days when it has jumped, as it may be wrong.
 */
export const retentionPausedSince = async (sql: Sql, days: number): Promise<Date | null> => {
  const [pause] = await sql.query<{ since: Date | null }>(pauseSql, [days])
  if (pause?.since) return pause.since
  // A job that waits for its next attempt may start before the schedule notices the jump.
  const [schedule] = await sql.query<{ ready: boolean }>(clockJumpSql.table)
  if (!schedule?.ready) return null
  const [jump] = await sql.query<{ now: Date }>(clockJumpSql.jump)
  return jump?.now ?? null
}
