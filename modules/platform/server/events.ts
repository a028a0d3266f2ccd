import type { Logger } from 'pino'
import type { Sql } from './db/sql.ts'

/** Event name → payload (ids only). Each module adds its own by augmenting this interface in its `events.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface EventMap {}
export type EventName = keyof EventMap & string
export type AnyEvent = { [N in EventName]: { name: N; payload: EventMap[N] } }[EventName]
/** The events of one module: `EventsOf<'storage'>`. Each module exports its own from `contract.ts`. */
export type EventsOf<Module extends string> = {
  [N in EventName as N extends `${Module}.${string}` ? N : never]: EventMap[N]
}
/** A transaction that is about to commit. */
export interface CommittingTransaction extends Sql {
  afterCommit(callback: () => void): void
}
/** Writes rows that belong to the transaction of the events. A failure rolls the transaction back. */
type CommitHook = (tx: CommittingTransaction, events: readonly AnyEvent[]) => Promise<void>
type Listener<N extends EventName> = (payload: EventMap[N]) => void | Promise<void>

/**
 * In-process event bus. `tx.emit` runs the hooks before the commit and the listeners after it; a rolled-back transaction emits
 * nothing. `emit` runs listeners only.
 */
export class Events {
  private readonly listeners = new Map<string, Set<(payload: never) => void | Promise<void>>>()
  private readonly commitHooks: CommitHook[] = []
  private readonly running = new Set<Promise<void>>()
  private readonly log: Logger
  constructor(log: Logger) {
    this.log = log
  }

  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    const set = this.listeners.get(name) ?? new Set()
    set.add(listener as (payload: never) => void)
    this.listeners.set(name, set)
    return () => set.delete(listener as (payload: never) => void)
  }

  /**
   * Registers a hook that runs before the commit of each transaction that emits events, with all of them. Use it for work
   * that must not be lost: a listener does not run when the process ends right after the commit, and fails when the database
   * pauses.
   */
  beforeCommit(hook: CommitHook): void {
    this.commitHooks.push(hook)
  }

  async runCommitHooks(tx: CommittingTransaction, events: readonly AnyEvent[]): Promise<void> {
    for (const hook of this.commitHooks) await hook(tx, events)
  }

  /** Errors of listeners are logged and do not reach the emitter. */
  emit<N extends EventName>(name: N, payload: EventMap[N]): void {
    for (const listener of this.listeners.get(name) ?? []) {
      const work = Promise.try(() => listener(payload as never))
        .catch((error: unknown) => this.log.error({ err: error, event: name }, 'event listener failed'))
        .finally(() => this.running.delete(work))
      this.running.add(work)
    }
  }

  /** Resolves when no listener runs: a stopping process finishes the work of committed transactions. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }
}
