import type { EntityManager } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { AnyEvent, EventMap, EventName, Events } from '../events.ts'
import { type Builder, kyselyOver } from './builder.ts'
import type { TimedClient } from './client.ts'
import { queryRows, type Sql, sendStatement } from './sql.ts'

/** An entity manager without transaction methods: the surrounding transaction is the only one. */
type Entities = Omit<EntityManager, 'transactional' | 'begin' | 'commit' | 'rollback' | 'fork'>

/** Three ways to access tables. `Db` runs each statement separately, `Tx` runs all in one transaction. */
export interface Executor extends Sql {
  /** MikroORM's entity manager, for reading and changing single records. */
  em(): Entities
  /** Kysely for the calling module's tables, for joins and reports: `builder<UsersTables>()`. */
  builder<Tables extends object>(): Builder<Tables>
}

export interface Tx extends Executor {
  /** The transaction's single identity map, flushed before the commit. Call `flush()` before SQL that reads its changes. */
  em(): Entities
  /** Emits after the commit; a rollback emits nothing. */
  emit<N extends EventName>(name: N, payload: EventMap[N]): void
  afterCommit(callback: () => void): void
  /** Sets the timeout for each statement of this transaction instead of the default 15 s; 0: none. */
  setStatementTimeout(ms: number): Promise<void>
  /** Waits until no other transaction holds the lock of this name, and holds it until this transaction ends. */
  lock(name: string): Promise<void>
}

/**
 * A transaction that has begun on `client`. The entity manager and the builder are created at first use, so a transaction
 * of plain SQL has no additional cost.
 */
export class Transaction implements Tx {
  private readonly client: TimedClient
  private readonly events: Events
  private readonly forkEntities: () => EntityManager
  private readonly callbacks: (() => void)[] = []
  private readonly emitted: AnyEvent[] = []
  private entities: EntityManager | null = null
  private kysely: Kysely<unknown> | null = null
  constructor(client: TimedClient, events: Events, forkEntities: () => EntityManager) {
    this.client = client
    this.events = events
    this.forkEntities = forkEntities
  }

  query<Row extends object>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    return queryRows<Row>(this.client, text, values, name)
  }

  em(): Entities {
    if (!this.entities) {
      this.entities = this.forkEntities()
      // Not `sendStatement`: the entity manager has its own type parsers.
      this.entities.setTransactionContext(kyselyOver((text, values) => this.client.query(text, values as unknown[])))
    }
    return this.entities
  }

  builder<Tables extends object>(): Builder<Tables> {
    this.kysely ??= kyselyOver((text, values) => sendStatement(this.client, text, values))
    return this.kysely as Kysely<unknown> as Builder<Tables>
  }

  emit<N extends EventName>(name: N, payload: EventMap[N]): void {
    this.emitted.push({ name, payload } as AnyEvent)
    this.callbacks.push(() => this.events.emit(name, payload))
  }

  afterCommit(callback: () => void): void {
    this.callbacks.push(callback)
  }

  async setStatementTimeout(ms: number): Promise<void> {
    await this.client.query(`set local statement_timeout = ${Math.trunc(ms)}`)
    this.client.expectStatementTimeout(ms)
  }

  async lock(name: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name], 'platform.lock')
  }

  /** Flushes pending entities, runs the hooks of the emitted events, commits, and runs the `afterCommit` callbacks. */
  async commit(): Promise<void> {
    await this.entities?.flush()
    if (this.emitted.length > 0) await this.events.runCommitHooks(this, this.emitted)
    const { command } = await this.client.query('commit')
    // PostgreSQL answers so to the COMMIT of a transaction in which a statement failed and its error was caught.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed')
    for (const callback of this.callbacks) callback()
  }
}
