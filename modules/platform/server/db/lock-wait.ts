import type pg from 'pg'
import type { Logger } from 'pino'

const checkIntervalMs = 5_000

const blockersSql = `select pid, usename as user, application_name as application
  from pg_stat_activity where pid = any(pg_blocking_pids($1))`

/** Logs which sessions the migrations of the session `pid` wait for, once each, until the returned function is called. */
export const reportLockWait = (client: pg.ClientBase, pid: number, log?: Pick<Logger, 'warn'>): (() => void) => {
  const reported = new Set<number>()
  const check = async (): Promise<void> => {
    const { rows } = await client.query<{ pid: number; user: string; application: string }>(blockersSql, [pid])
    for (const session of rows.filter((row) => !reported.has(row.pid))) {
      reported.add(session.pid)
      log?.warn({ session }, 'the migrations wait for a lock of another session of the database')
    }
  }
  // The report is only information, so a failed check is ignored: a lost connection fails the migrations themselves.
  const timer = setInterval(() => void check().catch(() => undefined), checkIntervalMs)
  return () => clearInterval(timer)
}
