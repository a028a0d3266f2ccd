import {
  isTimeSynchronized,
  maxClockSkewMs,
  minPostgres,
  missingExtensions,
  type ServerVersion,
  serverVersionSql,
} from '../../../../platform/index.ts'
import type { HealthChecks, HealthDeps } from './check.ts'

const slowDatabaseMs = 250
const maxConnectionShare = 0.8

const connectionsSql = `select (select count(*) from pg_stat_activity)::int as used,
  current_setting('max_connections')::int as max, pg_database_size(current_database()) as bytes`

/** The order of names, where the system's ICU has another version than the indexes were made with. */
const changedCollationSql = `select collversion as before, pg_collation_actual_version(oid) as now from pg_collation
  where collname = 'natural_name' and collversion <> pg_collation_actual_version(oid)`

/** Health checks of PostgreSQL: connections, schema; and of the clock, which is compared with others. */
export const databaseChecks = ({
  platform: { db, blobs },
  timeSyncFolder,
}: HealthDeps): HealthChecks<'database' | 'schema' | 'clock'> => ({
  async database() {
    const from = performance.now()
    const [row] = await db.query<{ used: number; max: number; bytes: number }>(connectionsSql)
    const ms = Math.round(performance.now() - from)
    const { used = 0, max = 1, bytes = 0 } = row ?? {}
    const outcome = used > max * maxConnectionShare ? 'connections' : ms > slowDatabaseMs ? 'slow' : 'ok'
    return [outcome, { ms, bytes, used, max }]
  },
  async schema() {
    const [server] = await db.query<ServerVersion>(serverVersionSql)
    const { number = 0, version: postgres = '', extensions = [] } = server ?? {}
    const missing = missingExtensions({ extensions })
    if (number < minPostgres) return ['old', { postgres }]
    if (missing.length > 0) return ['extensions', { missing: missing.join(', ') }]
    const [changed] = await db.query<{ before: string; now: string }>(changedCollationSql)
    if (changed) return ['collation', changed]
    const pending = await db.orm.migrator.getPending()
    return pending.length > 0 ? ['pending', { count: pending.length }] : ['ok', { postgres }]
  },
  async clock() {
    const before = Date.now()
    const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now')
    const here = (before + Date.now()) / 2
    const seconds = Math.round(Math.abs((row?.now.getTime() ?? 0) - here) / 1_000)
    if (seconds * 1_000 > maxClockSkewMs) return ['skewed', { seconds }]
    // A database on the same machine has the same clock.
    const offset = Math.round(Math.abs(blobs.clockOffsetMs?.() ?? 0) / 1_000)
    if (offset * 1_000 > maxClockSkewMs) return ['wrong', { seconds: offset }]
    return [isTimeSynchronized(timeSyncFolder) ? 'ok' : 'unsynchronized', { seconds }]
  },
})
