import { fileURLToPath } from 'node:url'
import type { EntitySchema, Options } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Events } from '../events.ts'
import { acquireTimeoutMs, statementTimeoutMs, TimedClient } from './client.ts'
import { Db } from './db.ts'

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/**
 * Timeouts of SECURITY.md §4. No plan may read a table from end to end where an index can answer: a plan made while a
 * young instance's tables were almost empty is kept by its session, and by the foreign keys' triggers, long after they
 * have grown.
 */
const sessionOptions = [
  `statement_timeout=${statementTimeoutMs}`,
  'lock_timeout=5000',
  'idle_in_transaction_session_timeout=30000',
  'enable_seqscan=off',
]
  .map((option) => `-c ${option}`)
  .join(' ')

/** Any EntitySchema made by `defineEntity`. */
export type Entities = readonly (EntitySchema | { meta: unknown })[]

export interface ConnectOptions {
  url: string
  entities: Entities
  events: Events
  log: Logger
  poolSize?: number
}

/** Opens the pool and the ORM over it. */
export const connect = async ({ url, entities, events, log, poolSize = 16 }: ConnectOptions): Promise<Db> => {
  // The ORM reads no more of an address than its parts before the question mark.
  const socket = new URL(url).searchParams.get('host')
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: url,
      entities: entities as Options['entities'],
      extensions: [Migrator],
      migrations: { path: migrationsFolder, glob: '!(*.d).ts', emit: 'ts', snapshot: false },
      discovery: { warnWhenNoEntities: false },
      // The database exists already; looking would cost a query and make `cli routes` need one.
      ensureDatabase: false,
      driverOptions: {
        ...(socket ? { host: socket } : {}),
        max: poolSize,
        connectionTimeoutMillis: acquireTimeoutMs,
        keepAlive: true,
        options: sessionOptions,
        Client: TimedClient,
      },
      logger: (message) => log.debug(message),
    }),
  )
  const pool = (await (
    orm.em.getConnection() as unknown as PostgreSqlConnection
  ).getNativeClient()) as unknown as pg.Pool
  // A dropped idle connection must not take the process down (R03, R04).
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  return new Db(orm, pool, events)
}

/**
 * Runs what is pending, one process at a time; a second one waits and finds nothing to do. Statements of migrations take
 * as long as the tables' sizes ask for; before the process serves anybody.
 */
export const migrate = (db: Db): Promise<void> =>
  db.withOwnConnection(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('coffer.migrations'))")
    const { migrator } = db.orm
    if ((await migrator.getPending()).length > 0) {
      const connection = db.orm.em.getConnection()
      db.statementTimeoutMs = 0
      await connection
        .transactional(async (transaction) => {
          await connection.execute('set local statement_timeout = 0', [], 'run', transaction)
          await migrator.up({ transaction })
        })
        .finally(() => {
          db.statementTimeoutMs = statementTimeoutMs
        })
    }
    await client.query("select pg_advisory_unlock(hashtext('coffer.migrations'))")
  })
