import type { Money } from '../../../shared/contract.ts'
import { type GatewayName, gatewayNames } from '../../contract.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { SubscriptionState } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscription.row.ts'

export { type GatewayName, gatewayNames }

/** Note of ledger transactions by which a gateway charged for a plan. */
export const subscriptionNote = 'Subscription'

export interface ChargeRequest extends Money {
  userId: string
  /** Idempotency key: charged once, however often it is asked for. */
  key: string
  /**
   * Keys of all attempts at this payment begin with it and a colon. A payment of an earlier attempt that is not posted here
   * yet is the outcome.
   */
  keyPrefix: string
  description: string
}

/**
 * An unknown outcome (no connection, no answer) is thrown as a transient `GatewayError`: the caller asks again with the same
 * key. Every other error says that nothing was charged and never will be with this key.
 */
export type ChargeResult =
  /** `amount`: may differ from the request where an earlier attempt was charged. */
  | { status: 'paid'; gateway: GatewayName; reference: string; amount: number }
  | { status: 'declined'; gateway: GatewayName; reason: string }
  /** The amount is below the gateway's least charge. */
  | { status: 'too-small' }

/** Charges the payment methods that users have stored. */
export interface PaymentMethods {
  /** Whether the user has stored a payment method that can be charged. */
  has(userId: string): Promise<boolean>
  /** Whether payments are paused. Then nothing is charged, and no bill counts as failed. */
  isPaused(): Promise<boolean>
  charge(request: ChargeRequest): Promise<ChargeResult>
}

/** A subscription after a gateway changed it, or where its user confirms the change. */
export type GatewayChange = { state: SubscriptionState } | { url: string }

/**
 * Changes of a subscription at the gateway that charges for it. They resolve with the gateway's own state of the
 * subscription.
 */
export interface SubscriptionGateway {
  readonly name: GatewayName
  /** Runs `fn` while no other state of the subscription is fetched, changed at the gateway or applied. 503. */
  exclusively<T>(subscription: SubscriptionRow, fn: () => Promise<T>): Promise<T>
  /** Ends it with its paid period; at once when the running period is unpaid, which it then stays. */
  cancel(subscription: SubscriptionRow): Promise<SubscriptionState>
  /** Undoes a cancellation before the period ends. */
  resume(subscription: SubscriptionRow): Promise<SubscriptionState>
  change(subscription: SubscriptionRow, to: PlanVersion): Promise<GatewayChange>
  /** URL of the page at which the user changes the payment method; null where the gateway has none. */
  managePage(subscription: SubscriptionRow): Promise<string | null>
  /** Fetches the changes that its user has agreed to at the gateway's page, and applies them. */
  refresh(subscription: SubscriptionRow): Promise<void>
}

/** The database's clock (D48). */
export type Clock = () => Promise<Date>
