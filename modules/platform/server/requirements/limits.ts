/** Requirements of this version, shared by the status check of the setup, the health page and `doctor`. */
export const minPostgres = 150_000
/** Connections of the server under load, about 30, with those of a command and a reserve of PostgreSQL's own. */
export const minConnections = 40
/** Connections of each further app process (`WORKERS`). */
export const connectionsPerWorker = 20
const requiredExtensions = ['pg_trgm', 'unaccent'] as const
export const maxClockSkewMs = 30_000

export const serverVersionSql = `select current_setting('server_version_num')::int as number,
  split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as now,
  current_setting('max_connections')::int as connections,
  array(select extname::text from pg_extension) as extensions`

export interface ServerVersion {
  /** Such as 150018. */
  number: number
  /** Such as 15.18. */
  version: string
  now: Date
  /** Most connections at a time. */
  connections: number
  /** Names of the extensions that are installed in this database. */
  extensions: string[]
}

export const missingExtensions = ({ extensions }: Pick<ServerVersion, 'extensions'>): string[] =>
  requiredExtensions.filter((name) => !extensions.includes(name))
