import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Events } from '../events.ts'
import { type Builder, kyselyOver } from './builder.ts'
import { statementTimeoutMs, type TimedClient } from './client.ts'
import { GroupedReads } from './grouped-reads.ts'
import { queryRows, sendStatement } from './sql.ts'
import { type Executor, Transaction, type Tx } from './transaction.ts'

export type { Sql } from './sql.ts'
export type { Executor, Tx } from './transaction.ts'

/**
 * The one database of the process. Entities, the query builder and plain SQL share its pool, and within `transaction` one
 * connection (docs/decisions/0028).
 */
export class Db implements Executor {
  readonly orm: MikroORM
  readonly pool: pg.Pool
  /** Default statement timeout of the pool's sessions (`statement_timeout`). */
  statementTimeoutMs = statementTimeoutMs
  private readonly events: Events
  private readonly kysely: Kysely<unknown>
  private readonly reads: GroupedReads | null
  /** `groupReads`: see `GroupedReads`; false where each statement belongs to the trace of its caller. */
  constructor(orm: MikroORM, pool: pg.Pool, events: Events, groupReads: boolean) {
    this.orm = orm
    this.pool = pool
    this.events = events
    this.reads = groupReads ? new GroupedReads(pool) : null
    this.kysely = kyselyOver((text, values) => sendStatement(pool, text, values))
    pool.on('acquire', (client) => {
      ;(client as unknown as TimedClient).expectStatementTimeout(this.statementTimeoutMs)
    })
  }

  /** An entity manager with a new identity map at each call. */
  em(): EntityManager {
    return this.orm.em.fork() as EntityManager
  }

  builder<Tables extends object>(): Builder<Tables> {
    return this.kysely as Kysely<unknown> as Builder<Tables>
  }

  query<Row extends object>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    const grouped = name !== undefined && this.reads?.accepts(name, text)
    return queryRows<Row>(grouped && this.reads ? this.reads : this.pool, text, values, name)
  }

  /** The database's clock. It decides access and billing wherever several processes must agree (D48). */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('select now() as now', [], 'db-now')
    return (row as { now: Date }).now
  }

  /**
   * Runs `fn` in a READ COMMITTED transaction. Rolls back when `fn` throws; events and `afterCommit` run after a successful
   * commit only. An error for which `isConnectionLost` is true may come from the commit, whose outcome is then unknown.
   */
  async transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.acquire()
    let broken: unknown
    try {
      await client.query('begin')
      const transaction = new Transaction(client, this.events, () => this.em())
      const result = await fn(transaction)
      await transaction.commit()
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

  /** A connection without timeouts, for maintenance. It is closed afterwards, with its settings, locks and transaction. */
  async withOwnConnection<T>(fn: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await this.acquire()
    try {
      await client.query('set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
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
