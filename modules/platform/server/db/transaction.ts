import type { EntityManager } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { EventMap, EventName, Events } from '../events.ts'
import { type Builder, kyselyOver } from './builder.ts'
import type { TimedClient } from './client.ts'
import { queryRows, type Sql, send } from './sql.ts'

/** Starts no transaction of its own: the one it belongs to is the only one. */
export type Entities = Omit<EntityManager, 'transactional' | 'begin' | 'commit' | 'rollback' | 'fork'>

/** The three ways to the tables. `Db` runs each statement by itself, `Tx` all of them in one transaction. */
export interface Executor extends Sql {
  /** MikroORM's entity manager, for records that are read and changed one by one. */
  em(): Entities
  /** Kysely over the tables of the calling module, for joins and reports: `builder<UsersTables>()`. */
  builder<Tables extends object>(): Builder<Tables>
}

export interface Tx extends Executor {
  /** One identity map for the transaction, with its values flushed before the commit; before SQL that reads them, call `flush()`. */
  em(): Entities
  /** Emits after commit; a rollback emits nothing. */
  emit<N extends EventName>(name: N, payload: EventMap[N]): void
  afterCommit(callback: () => void): void
  /** Lets the statements of this transaction take up to `ms` each instead of the usual 15 s; 0: as long as they need. */
  setStatementTimeout(ms: number): Promise<void>
}

/**
 * A transaction that began on `client`. The entity manager and the builder are made when they are first asked for, so a
 * transaction of plain SQL costs nothing more.
 */
export class Transaction implements Tx {
  private readonly client: TimedClient
  private readonly events: Events
  private readonly forkEntities: () => EntityManager
  private readonly callbacks: (() => void)[] = []
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
      // Not `send`: the entity manager converts values by itself, from what its own parsers leave.
      this.entities.setTransactionContext(kyselyOver((text, values) => this.client.query(text, values as unknown[])))
    }
    return this.entities
  }

  builder<Tables extends object>(): Builder<Tables> {
    this.kysely ??= kyselyOver((text, values) => send(this.client, text, values))
    return this.kysely as Kysely<unknown> as Builder<Tables>
  }

  emit<N extends EventName>(name: N, payload: EventMap[N]): void {
    this.callbacks.push(() => this.events.emit(name, payload))
  }

  afterCommit(callback: () => void): void {
    this.callbacks.push(callback)
  }

  async setStatementTimeout(ms: number): Promise<void> {
    await this.client.query(`set local statement_timeout = ${Math.trunc(ms)}`)
    this.client.expectStatementTimeout(ms)
  }

  /** Writes pending entities, commits, and runs what waited for the commit. */
  async commit(): Promise<void> {
    await this.entities?.flush()
    const { command } = await this.client.query('commit')
    // What the server answers to the commit of a transaction in which a statement failed, though nobody threw.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back instead of committed')
    for (const callback of this.callbacks) callback()
  }
}
