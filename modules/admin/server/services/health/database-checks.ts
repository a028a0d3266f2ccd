import type { Checks, HealthDeps } from './check.ts'

const slowDatabaseMs = 250
const maxConnectionShare = 0.8
const maxClockSkewSeconds = 30
const minPostgres = 150_000
const extensions = ['pg_trgm', 'unaccent']

const connectionsSql = `select (select count(*) from pg_stat_activity)::int as used,
  current_setting('max_connections')::int as max, pg_database_size(current_database()) as bytes`

const serverSql = `select current_setting('server_version_num')::int as number,
  split_part(current_setting('server_version'), ' ', 1) as postgres,
  array(select extname::text from pg_extension) as installed`

/** What concerns PostgreSQL: connections, schema, clock. */
export const databaseChecks = ({ platform: { db } }: HealthDeps): Checks<'database' | 'schema' | 'clock'> => ({
  async database() {
    const from = performance.now()
    const [found] = await db.query<{ used: number; max: number; bytes: number }>(connectionsSql)
    const ms = Math.round(performance.now() - from)
    const { used = 0, max = 1, bytes = 0 } = found ?? {}
    const outcome = used > max * maxConnectionShare ? 'connections' : ms > slowDatabaseMs ? 'slow' : 'ok'
    return [outcome, { ms, bytes, used, max }]
  },
  async schema() {
    const [found] = await db.query<{ number: number; postgres: string; installed: string[] }>(serverSql)
    const { number = 0, postgres = '', installed = [] } = found ?? {}
    const missing = extensions.filter((name) => !installed.includes(name))
    if (number < minPostgres) return ['old', { postgres }]
    if (missing.length > 0) return ['extensions', { missing: missing.join(', ') }]
    const pending = await db.orm.migrator.getPending()
    return pending.length > 0 ? ['pending', { count: pending.length }] : ['ok', { postgres }]
  },
  async clock() {
    const before = Date.now()
    const [found] = await db.query<{ now: Date }>('select clock_timestamp() as now')
    const here = (before + Date.now()) / 2
    const seconds = Math.round(Math.abs((found?.now.getTime() ?? 0) - here) / 1_000)
    return [seconds > maxClockSkewSeconds ? 'skewed' : 'ok', { seconds }]
  },
})
