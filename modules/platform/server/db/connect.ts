import type { EntitySchema, Options } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Events } from '../events.ts'
import { keepAsyncContexts, tracedClient } from '../tracing/traced-client.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { acquireTimeoutMs, statementTimeoutMs, TimedClient } from './client.ts'
import { Db } from './db.ts'
import { migrationsFolder } from './migrations.ts'

/**
 * Timeouts of docs/security.md. Sequential scans are disabled where an index exists: sessions and the triggers of foreign
 * keys cache plans, and a plan made while a new instance's tables were almost empty would stay in use after they grew.
 */
const sessionOptions = [
  `statement_timeout=${statementTimeoutMs}`,
  'lock_timeout=5000',
  'idle_in_transaction_session_timeout=30000',
  'enable_seqscan=off',
  // Statements take milliseconds; compiling a large batch's statement takes longer.
  'jit=off',
  // Days of statements have 24 hours, whatever time zone the server or its administrator chose.
  'TimeZone=UTC',
]
  .map((option) => `-c ${option}`)
  .join(' ')

/** Entity schemas made by `defineEntity`. */
export type EntitySchemas = readonly (EntitySchema | { meta: unknown })[]

interface ConnectOptions {
  url: string
  entities: EntitySchemas
  events: Events
  log: Logger
  poolSize?: number
  tracing?: Tracing | null
}

/** Opens the pool and the ORM over it. */
export const connect = async ({
  url,
  entities,
  events,
  log,
  poolSize = 16,
  tracing = null,
}: ConnectOptions): Promise<Db> => {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: url,
      entities: entities as Options['entities'],
      extensions: [Migrator],
      migrations: { path: migrationsFolder, glob: '!(*.d).ts', emit: 'ts', snapshot: false },
      discovery: { warnWhenNoEntities: false },
      // The database exists already; checking would cost a query, and `cli routes` would need a database.
      ensureDatabase: false,
      driverOptions: {
        // The ORM ignores the query string of the URL: socket and TLS.
        connectionString: url,
        max: poolSize,
        connectionTimeoutMillis: acquireTimeoutMs,
        keepAlive: true,
        options: sessionOptions,
        Client: tracing ? tracedClient(tracing) : TimedClient,
      },
      logger: (message) => log.debug(message),
    }),
  )
  const pool = (await (
    orm.em.getConnection() as unknown as PostgreSqlConnection
  ).getNativeClient()) as unknown as pg.Pool
  if (tracing) keepAsyncContexts(pool)
  // A lost idle connection must not crash the process (R03, R04).
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  return new Db(orm, pool, events, tracing === null)
}
