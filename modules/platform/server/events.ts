import type { Logger } from 'pino'

/** Event name → payload (ids only). Each module adds its own by augmenting this interface in its `events.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface EventMap {}
export type EventName = keyof EventMap & string
export type AnyEvent = { [N in EventName]: { name: N; payload: EventMap[N] } }[EventName]
/** The events of one module: `EventsOf<'storage'>`. Each module exports its own from `contract.ts`. */
export type EventsOf<Module extends string> = {
  [N in EventName as N extends `${Module}.${string}` ? N : never]: EventMap[N]
}
type Listener<N extends EventName> = (payload: EventMap[N]) => void | Promise<void>

/** In-process event bus. Emit after the commit only, as `tx.emit` does: a rolled-back transaction emits nothing. */
export class Events {
  private readonly listeners = new Map<string, Set<(payload: never) => void | Promise<void>>>()
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

  /** Errors of listeners are logged and do not reach the emitter. */
  emit<N extends EventName>(name: N, payload: EventMap[N]): void {
    for (const listener of this.listeners.get(name) ?? []) {
      void Promise.try(() => listener(payload as never)).catch((error: unknown) =>
        this.log.error({ err: error, event: name }, 'event listener failed'),
      )
    }
  }
}
