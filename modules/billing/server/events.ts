import type { EventsOf } from '../../platform/index.ts'
import type { DunningReason } from './entities/usage.entities.ts'

/** `plan`: its name. `limit`: storage of the account without it, in bytes; null: no limit. */
interface PlanEndEvent {
  userId: string
  subscriptionId: string
  plan: string
  limit: number | null
}

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** An admin added `amount` minor units to the balance of a user. */
    'billing.balance.credited': { userId: string; amount: number; currency: string }
    'billing.plan.created': { planId: string }
    'billing.plan.changed': { planId: string }
    /** A user paid `amount` minor units into their balance. */
    'billing.balance.funded': { userId: string; amount: number; currency: string }
    /** A user has stored a card. */
    'billing.card.stored': { userId: string }
    /** The first payment arrived. */
    'billing.subscription.activated': { userId: string; subscriptionId: string }
    /** Another subscription replaced this one, for which its gateway may still charge. */
    'billing.subscription.replaced': { userId: string; subscriptionId: string }
    /** A fixed plan will not be renewed. `until`: how long it is paid for (ISO 8601); `gateway`: cancelled there. */
    'billing.subscription.cancelled': PlanEndEvent & { until: string; by: 'user' | 'administrator' | 'gateway' }
    /** A fixed plan is over (`at`, ISO 8601), and no other took its place. */
    'billing.subscription.ended': PlanEndEvent & { at: string }
    /** A gateway could not charge for the next period of a plan. */
    'billing.renewal.failed': { userId: string; plan: string }
    /** A bill could not be collected for the first time. */
    'billing.payment.failed': { userId: string; amount: number; currency: string }
    /** A user disputes a payment at their bank, or the dispute was decided. `userId`: an administrator. */
    'billing.payment.disputed': {
      userId: string
      status: 'open' | 'taken' | 'closed'
      amount: number
      currency: string
    }
    /** A payment buys nothing: its plan was replaced, or its account deleted. `userId`: an administrator. */
    'billing.payment.unneeded': { userId: string; amount: number; currency: string }
    /** A gateway did not carry out a refund of an administrator. `userId`: an administrator. */
    /** `isPlanEnded`: the plan that was paid with it had ended because of the refund. */
    'billing.refund.failed': { userId: string; amount: number; currency: string; isPlanEnded: boolean }
    /** The `sequence`th of three reminders; with the third one the account is blocked. */
    'billing.reminder.due': { userId: string; reason: DunningReason; sequence: number }
    /** The running period costs more than the amount of the user's alert; all in minor units. */
    'billing.alert.reached': { userId: string; amount: number; total: number; currency: string }
    /** The entitlements of these accounts may have changed. */
    'billing.entitlements.changed': { userIds: readonly string[] }
  }
}

/** Event → payload. */
export type BillingEvents = EventsOf<'billing'>
