import type { EventsOf } from '../../platform/index.ts'

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** An admin added `amount` minor units to the balance of a user. */
    'billing.balance.credited': { userId: string; amount: number; currency: string }
    /** The first payment arrived. */
    'billing.subscription.activated': { userId: string; subscriptionId: string }
    /** Another subscription took the place of this one, which its gateway may still charge for. */
    'billing.subscription.replaced': { userId: string; subscriptionId: string }
    /** What the account may do may have changed. */
    'billing.entitlements.changed': { userId: string }
  }
}

/** Event → payload. */
export type BillingEvents = EventsOf<'billing'>
