import type { EventsOf } from '../../platform/index.ts'

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** An admin added `amount` minor units to the balance of a user. */
    'billing.balance.credited': { userId: string; amount: number; currency: string }
  }
}

/** Event → payload. */
export type BillingEvents = EventsOf<'billing'>
