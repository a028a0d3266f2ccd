import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { createLogger } from '../../modules/platform/index.ts'
import { startEmbedded } from '../../modules/platform/postgres.ts'
import { connect } from '../../modules/platform/server/db/connect.ts'
import { migrate } from '../../modules/platform/server/db/migrations.ts'
import { Events } from '../../modules/platform/server/events.ts'
import { appRole, readSecrets, superuserRole, urlOf } from '../../modules/platform/server/postgres/secrets.ts'
import { databasesFolder } from './folders.ts'

const migrations = new URL('../../migrations/', import.meta.url)

export interface TestPostgres {
  /** URL of a database of this server, for the app's role. */
  urlOf(database: string): string
  /** Runs one statement as superuser, outside any transaction. */
  admin(sql: string): Promise<void>
  /** Name of the database that has all migrations. */
  template: string
  stop(): Promise<void>
}

const migrationsHash = (): string => {
  const hash = createHash('sha256').update('jobs')
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 12)
}

/** Creates the migrated template unless it exists; its name contains a hash of the migrations. */
const ensureTemplate = async (client: pg.ClientBase, template: string, url: string): Promise<void> => {
  await client.query("select pg_advisory_lock(hashtext('coffer.test.template'))")
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount) return
    const draft = `${template}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} owner ${appRole}`)
    const log = createLogger({ level: 'warn', pretty: false })
    const db = await connect({ url, entities: [], events: new Events(log), log, poolSize: 2 })
    try {
      await migrate(db)
    } finally {
      await db.orm.close(true)
    }
    // The tables of the job queue too, or each app under test would create them.
    await runMigrations({ connectionString: url, schema: 'jobs', logger: new Logger(() => () => undefined) })
    await client.query(`alter database ${draft} rename to ${template}`)
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('coffer.test.template'))")
  }
}

/**
 * The PostgreSQL that all test files share: started by `npm test` for the whole run, else by the first test file that
 * needs it, and stopped by the last. Nothing here outlives a run, so it does without fsync. Autovacuum would visit a hundred
 * databases in turn, and plans would depend on when.
 */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  const dir = process.env.TEST_POSTGRES_DIR ?? join(databasesFolder(), `coffer-test-pg-${userInfo().uid}`, 'postgres')
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    autovacuum: 'off',
  }
  const server = await startEmbedded(dir, { settings })
  const port = Number(new URL(server.url).port)
  const secrets = readSecrets(dir)
  const template = `coffer_template_${migrationsHash()}`
  const pool = new pg.Pool({
    connectionString: urlOf(superuserRole, secrets.superuser, port, 'postgres'),
    max: 2,
    idleTimeoutMillis: 0,
  })
  // A test has stopped the server: the next statement opens another connection.
  pool.on('error', () => undefined)
  const stop = async () => {
    await pool.end()
    await server.stop()
  }
  const urlFor = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  const client = await pool.connect()
  try {
    await ensureTemplate(client, template, urlFor(`${template}_draft`))
  } catch (error) {
    client.release()
    await stop()
    throw error
  }
  client.release()
  return { urlOf: urlFor, admin: async (sql) => void (await pool.query(sql)), template, stop }
}
