import type { Sql } from './db/db.ts'

/** Records in a database that it was restored from a backup now. */
export const markRestored = async (sql: Sql): Promise<void> => {
  await sql.query(
    `insert into settings (name, value) values ('restored_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
     on conflict (name) do update set value = excluded.value`,
  )
}

/**
 * Whether this installation was restored from a backup within so many days. Retention times begin anew with a restore: what
 * came due since the backup may be just what it was restored for.
 */
export const wasRestoredWithin = async (sql: Sql, days: number): Promise<boolean> => {
  const found = await sql.query(
    `select 1 from settings where name = 'restored_at' and value <> ''
       and value::timestamptz > now() - make_interval(days => $1)`,
    [days],
  )
  return found.length > 0
}
