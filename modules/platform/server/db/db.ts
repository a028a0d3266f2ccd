import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import type { EventMap, EventName, Events } from '../events.ts'
import { statementTimeoutMs, type TimedClient } from './client.ts'

const { builtins, getTypeParser } = pg.types
/** bigint and numeric as JS numbers: byte counts stay exact to 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === builtins.INT8 || oid === builtins.NUMERIC
      ? Number
      : (getTypeParser(oid, format as 'text') as (value: string) => unknown),
} as unknown as pg.CustomTypesConfig

export interface Sql {
  /** Rows of one statement; values are bound, never spliced. `name` makes it a prepared statement (hot paths). */
  query<Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

export interface Tx extends Sql {
  /** Emits after commit; a rollback emits nothing. */
  emit<N extends EventName>(name: N, payload: EventMap[N]): void
  afterCommit(deed: () => void): void
  /** Lets the statements of this transaction take up to `ms` each instead of the usual 15 s; 0: as long as they need. */
  setStatementTimeout(ms: number): Promise<void>
}

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

const run = async <Row extends object>(on: Queryable, text: string, values: readonly unknown[], name?: string) => {
  const result = await on.query({ text, values: values as unknown[], types, ...(name ? { name } : {}) })
  return result.rows as Row[]
}

/**
 * The one database of the process: MikroORM for entities (accounts, settings, shares …) and, over the same pool,
 * plain SQL where the query plan is the feature (listings, uploads).
 */
export class Db implements Sql {
  readonly orm: MikroORM
  readonly pool: pg.Pool
  /** How long statements may take where nothing else is said, ms: what the sessions of the pool have as `statement_timeout`. */
  statementTimeoutMs = statementTimeoutMs
  private readonly events: Events
  constructor(orm: MikroORM, pool: pg.Pool, events: Events) {
    this.orm = orm
    this.pool = pool
    this.events = events
    pool.on('acquire', (client) => {
      ;(client as unknown as TimedClient).expectStatementTimeout(this.statementTimeoutMs)
    })
  }

  /** A fresh identity map. */
  em(): EntityManager {
    return this.orm.em.fork() as EntityManager
  }

  query<Row extends object>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    return run<Row>(this.pool, text, values, name)
  }

  /** The database's clock, which decides access and money wherever several processes must agree (API.md D48). */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('select now() as now', [], 'db-now')
    return (row as { now: Date }).now
  }

  /**
   * READ COMMITTED. Rolls back when `deed` throws; events and `afterCommit` run after a successful commit only. An error
   * that `isConnectionLost` may have come from the commit itself: then it is unknown whether it happened.
   */
  async transaction<T>(deed: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.acquire()
    const after: (() => void)[] = []
    let broken: unknown
    try {
      await client.query('begin')
      const result = await deed({
        query: (text, values = [], name) => run(client, text, values, name),
        emit: (name, payload) => void after.push(() => this.events.emit(name, payload)),
        afterCommit: (done) => void after.push(done),
        async setStatementTimeout(ms) {
          await client.query(`set local statement_timeout = ${Math.trunc(ms)}`)
          client.expectStatementTimeout(ms)
        },
      })
      const { command } = await client.query('commit')
      // What the server answers to the commit of a transaction in which a statement failed, though nobody threw.
      if (command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed')
      for (const done of after) done()
      return result
    } catch (error) {
      await client.query('rollback').catch((failed: unknown) => {
        broken = failed
      })
      throw error
    } finally {
      client.release(broken instanceof Error ? broken : undefined)
    }
  }

  /** A connection without limits of time for maintenance; closed afterwards, with its settings, locks and transaction. */
  async withOwnConnection<T>(fn: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await this.acquire()
    try {
      await client.query('set lock_timeout = 0; set statement_timeout = 0')
      client.expectStatementTimeout(0)
      return await fn(client)
    } finally {
      client.release(true)
    }
  }

  private acquire(): Promise<PooledClient> {
    return this.pool.connect() as unknown as Promise<PooledClient>
  }
}

type PooledClient = TimedClient & Pick<pg.PoolClient, 'release'>
