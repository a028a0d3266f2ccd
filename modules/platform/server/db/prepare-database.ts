import pg from 'pg'
import type { Logger } from 'pino'
import { codeOf } from '../../../shared/contract.ts'
import { hasForeignKey, readKeyState } from '../app-key-check.ts'
import { storeInstallationId } from '../claim-blob-store.ts'
import { platformEntities } from '../entities/index.ts'
import { Events } from '../events.ts'
import type { ReencryptSecrets } from '../key-rotation.ts'
import { minConnections, minPostgres } from '../requirements/limits.ts'
import { flag } from '../settings/types.ts'
import { connect } from './connect.ts'
import { migrate } from './migrations.ts'

type DatabaseProblem =
  | 'unreachable'
  | 'sign-in'
  | 'missing'
  | 'old'
  | 'connections'
  | 'used'
  | 'extensions'
  | 'rights'
  | 'key'
  | 'failed'

const connectTimeoutMs = 5_000

const problemByCode: Record<string, DatabaseProblem> = {
  // PostgreSQL's names of these codes: invalid_password, invalid_authorization_specification, invalid_catalog_name.
  '28P01': 'sign-in',
  '28000': 'sign-in',
  '3D000': 'missing',
  // insufficient_privilege, feature_not_supported and undefined_file: CREATE EXTENSION.
  '42501': 'rights',
  '0A000': 'extensions',
  '58P01': 'extensions',
}
const problemOf = (error: unknown, otherwise: DatabaseProblem): DatabaseProblem =>
  problemByCode[codeOf(error) ?? ''] ?? otherwise

/** A schema that could not be created leaves an empty list of migrations, with which the database still counts as empty. */
const inspect = async (url: string, allowUsed: boolean): Promise<DatabaseProblem | null> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; connections: number; tables: number; ours: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('max_connections')::int as connections,
         to_regclass('mikro_orm_migrations') is not null as ours,
         (select count(*)::int from pg_tables
          where schemaname = current_schema() and tablename <> 'mikro_orm_migrations') as tables`,
    )
    const { version = 0, connections = 0, tables = 0, ours = false } = rows[0] ?? {}
    if (version < minPostgres) return 'old'
    if (connections < minConnections) return 'connections'
    return tables > 0 && !(ours && allowUsed) ? 'used' : null
  } catch (error) {
    return problemOf(error, 'unreachable')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether a prepared database holds an instance that is set up. */
export const holdsInstance = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ value: string }>(
      `select value from settings where name = 'setup_wizard_success'`,
    )
    return rows.some(({ value }) => flag.parse(value))
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface PrepareOptions {
  /** Whether the database may hold an instance already, which keeps its id. */
  allowUsed: boolean
  /** Id of the installation that the database becomes part of (`readInstallationId`). */
  installationId: string
  appKey: Buffer
  /** Data that is encrypted with a key derived from `appKey`, by module. */
  encryptedData: readonly ReencryptSecrets[]
  log: Logger
}

/**
 * Connects to a database and creates the schema in it. Resolves with the reason why that is not possible, or null. Of a
 * server that does not speak PostgreSQL's protocol, nothing is revealed (A58).
 */
export const prepareDatabase = async (
  url: string,
  { allowUsed, installationId, appKey, encryptedData, log }: PrepareOptions,
): Promise<DatabaseProblem | null> => {
  const problem = await inspect(url, allowUsed)
  if (problem) return problem
  const db = await connect({ url, entities: platformEntities, events: new Events(log), log, poolSize: 3 })
  try {
    // A server of another installation may be using the database: its data is not changed before the key is known to fit.
    if (await hasForeignKey(db, appKey)) return 'key'
    await migrate(db, log)
    if ((await readKeyState(db, [appKey], encryptedData)) === 'foreign') return 'key'
    await storeInstallationId(db, installationId)
    return null
  } catch (error) {
    log.warn({ err: error }, 'the schema could not be created')
    return problemOf(error, 'failed')
  } finally {
    await db.orm.close(true)
  }
}
