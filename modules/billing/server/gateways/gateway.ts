import type { Money } from '../../../shared/contract.ts'
import { type GatewayName, gatewayNames } from '../../contract.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { SubscriptionState } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscription.row.ts'

export { type GatewayName, gatewayNames }

/** Note of the ledger on what a gateway has charged for a plan. */
export const subscriptionNote = 'Subscription'

export interface ChargeRequest extends Money {
  userId: string
  /** The same key is charged once, however often it is asked for. */
  key: string
  /** What is paid: keys of all its attempts begin with it and a colon. A payment that is not posted here yet is the outcome. */
  of: string
  description: string
}

/**
 * An unknown outcome (no connection, no answer) is thrown as a transient `GatewayError`: the caller asks again with the same
 * key. Every other error says that nothing was charged and never will be with this key.
 */
export type ChargeResult =
  /** `amount`: that of an earlier attempt may be another one. */
  | { status: 'paid'; driver: GatewayName; reference: string; amount: number }
  | { status: 'declined'; driver: GatewayName; reason: string }
  /** The gateway does not charge so little. */
  | { status: 'too-small' }

/** Charges the payment methods that users have stored. */
export interface PaymentMethods {
  /** Whether the user has stored one that can be charged. */
  has(userId: string): Promise<boolean>
  /** While they are, nothing is charged, and no bill counts as failed. */
  isPaused(): Promise<boolean>
  charge(request: ChargeRequest): Promise<ChargeResult>
}

/** A subscription after a gateway changed it, or where its user confirms the change. */
export type GatewayChange = { state: SubscriptionState } | { url: string }

/** What the gateway that charges for a subscription does with it. All resolve with the gateway's own state of it. */
export interface SubscriptionGateway {
  readonly name: GatewayName
  /** Runs `fn` while no other state of the subscription is fetched, changed at the gateway or applied. 503. */
  exclusively<T>(subscription: SubscriptionRow, fn: () => Promise<T>): Promise<T>
  /** Ends it with the paid period; at once when the period that runs is not paid, which it then stays. */
  cancel(subscription: SubscriptionRow): Promise<SubscriptionState>
  /** Takes a cancellation back before the period ends. */
  resume(subscription: SubscriptionRow): Promise<SubscriptionState>
  change(subscription: SubscriptionRow, to: PlanVersion): Promise<GatewayChange>
  /** URL of the page at which the user changes what it is paid with; null where the gateway has none. */
  managePage(subscription: SubscriptionRow): Promise<string | null>
  /** Fetches what its user has agreed to at the gateway's page, and applies it. */
  refresh(subscription: SubscriptionRow): Promise<void>
}
