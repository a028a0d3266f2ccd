import type { Money } from '../../../shared/contract.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayUnits } from './units.ts'

interface CustomerDetails {
  userId: string
  email: string
  name: string
  /** Number of customers that the user had at this gateway before: a new one must not be answered with the first one. */
  former: number
}

interface CheckoutRequest {
  /** Ours: 10 random alphanumeric characters. The gateway repeats it wherever it names the payment. */
  reference: string
  /** The gateway's id of the user. */
  customer: string
  email: string
  /** URL to which the browser returns, whether the user paid or not. */
  returnUrl: string
  description: string
}
export interface FundingRequest extends CheckoutRequest, Money {}
interface SubscribeRequest extends CheckoutRequest, Money {
  /** The gateway's id of the price. */
  price: string
}

/** A page of the gateway at which the user pays. */
export interface Checkout {
  /** The gateway's id of the checkout. */
  id: string
  url: string
}

interface Refund extends Money {
  reference: string
}

export interface RefundOrder extends Money {
  /** The gateway's id of the payment. */
  payment: string
  /** Whether the payment was for a subscription. */
  ofSubscription: boolean
  key: string
}

/** A payment as its gateway has it now. */
export interface GatewayPayment extends Money {
  /** `open`: may still be paid. */
  status: 'open' | 'paid' | 'failed'
  /** The gateway's id of the payment itself; null before there is one. */
  payment: string | null
  refunds: Refund[]
}

/** A stored card. */
export interface StoredMethod {
  reference: string
  brand: string
  last4: string
  /** Full year. */
  expiresYear: number
  /** From 1. */
  expiresMonth: number
}

interface MethodCharge extends Money {
  customer: string
  email: string
  /** The stored card; null: asks only for the outcome of an earlier call, 404 when there was none. */
  method: string | null
  /** Idempotency key: charged once, however often it is asked for. */
  key: string
  /** Keys of all attempts at this payment begin with it and a colon. */
  keyPrefix: string
  description: string
  /**
   * The references among `payments` that the ledger has posted. Where the gateway lists payments, an unposted one whose key
   * begins with `keyPrefix` is the outcome.
   */
  posted(payments: readonly string[]): Promise<ReadonlySet<string>>
}
/** An unknown outcome (no connection, no answer) is thrown: ask again with the same key. */
export type MethodChargeResult =
  | { status: 'paid'; payment: string; amount: number }
  | { status: 'declined'; reason: string }
  /** The amount is below the gateway's least charge. */
  | { status: 'too-small' }

/**
 * `to` is not included; null where the gateway does not name it: then it follows from the interval of the plan that was
 * paid, not of a later one.
 */
interface ReportedPeriod {
  from: Date
  to: Date | null
}

export interface PaidPeriod extends Money {
  payment: string
  /** The period that was paid; null where the gateway does not say. */
  period: ReportedPeriod | null
  /** The gateway's id of the price; null where it does not say. */
  price: string | null
}

/** A subscription as its gateway has it now. */
export interface GatewaySubscription {
  id: string
  /** Our reference of the checkout that created it, where the gateway keeps it. */
  reference: string | null
  /** The gateway's id of the user; empty where the id does not identify one user. */
  customer: string
  price: string
  status: 'inactive' | 'active' | 'cancelled' | 'completed'
  /** Null before the first payment. */
  period: ReportedPeriod | null
  /** End of the period; null for a cancelled subscription where the gateway does not name it. */
  endsAt: Date | null
  /**
   * The renewal that could not be charged, and the gateway's page at which it can be paid; null: no renewal is unpaid. `key`
   * stays the same while the gateway tries again.
   */
  pastDue: { key: string; url: string | null } | null
  /** The running period is not paid: a renewal could not be charged, or is to be charged yet. A cancellation ends it now. */
  isUnpaid: boolean
  /** Nothing was charged for the running period, as credit from earlier payments paid it. */
  isPaidByCredit: boolean
  /**
   * Whether more money may be taken for it. `automatic`: the gateway charges, or tries again. `manual`: only when its user
   * pays an open amount. `after-end`: it never goes on, but an open amount may still be charged or paid.
   */
  collection: 'automatic' | 'manual' | 'after-end' | 'none'
  /** Recent payments for the subscription. */
  payments: PaidPeriod[]
}

export interface PlanDetails extends Money {
  /** Id of the plan version: a price is created once for it. */
  id: string
  name: string
  description: string | null
  interval: 'month' | 'year'
}

/** A refund, or a payment that its buyer disputes at their bank. */
export interface Reversal extends Money {
  id: string
  /** The payment, as `GatewayPayment`, `MethodChargeResult` and `PaidPeriod` name it. */
  payment: string
  /** `open`: not decided. `taken`: the money is gone. `closed`: the seller keeps it. */
  status: 'open' | 'taken' | 'closed'
}

/** The object that a webhook names. The event is only a hint: the state is fetched from the gateway. */
export type GatewayObject =
  | { kind: 'checkout'; id: string }
  | { kind: 'subscription'; id: string }
  | { kind: 'customer'; id: string }
  /** `id` of a refund: the refund's, or the payment's where the gateway's events name only the payment. */
  | { kind: 'refund' | 'dispute'; id: string }

export interface GatewayEvent {
  id: string
  /** The gateway's events have no ids: it is a hash, which a later event with the same bytes has too. */
  isHash?: boolean
  type: string
  /** The object to fetch; null: the event changes nothing here. */
  object: GatewayObject | null
}

export interface WebhookRequest {
  /** The body as it arrived, byte for byte. */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** One payment gateway. Amounts are minor units, whatever the gateway counts in. All calls reject with `GatewayError`. */
export interface GatewayClient {
  readonly name: GatewayName
  /** How the gateway counts money, and which currencies it takes. */
  readonly units: GatewayUnits
  /** Operations that the gateway has a call for. Others are offered neither in the pages nor by the API. */
  readonly can: { storeCards: boolean; resume: boolean; change: boolean; manage: boolean }
  /** Resolves when the gateway accepts the credentials. */
  test(): Promise<void>

  createCustomer(details: CustomerDetails): Promise<string>
  /** Sets where the gateway writes to. Does nothing where customers are known by their email, or not at all. */
  updateCustomer(customer: string, details: Pick<CustomerDetails, 'email' | 'name'>): Promise<void>
  fund(request: FundingRequest): Promise<Checkout>
  subscribe(request: SubscribeRequest): Promise<Checkout>
  /** Ends the page of a checkout that is not paid. Does nothing where the gateway has no call for it. */
  endCheckout(id: string): Promise<void>
  /** The payment of a checkout for funding. Where the gateway needs a second step to take an approved payment, takes it. */
  payment(checkout: { reference: string; id: string }): Promise<GatewayPayment>
  /** Refunds once per key. Resolves with the gateway's id of the refund. */
  refund(request: RefundOrder): Promise<string>

  /** The refund or dispute; where an event names a payment, all refunds of that payment. */
  reversals(object: GatewayObject): Promise<Reversal[]>

  /** The secret with which the browser stores a card at the gateway itself. */
  beginCard(customer: string): Promise<string>
  /** A page of the gateway at which the user stores a card; resolves with its URL. */
  cardPage(customer: string, returnUrls: { stored: string; cancelled: string }): Promise<string>
  cards(customer: string): Promise<StoredMethod[]>
  /** Makes the card the default, for the customer's subscriptions too. */
  makeDefaultCard(customer: string, method: string): Promise<void>
  removeCard(customer: string, method: string): Promise<void>
  charge(request: MethodCharge): Promise<MethodChargeResult>

  /** The gateway's id of the subscription to one of the prices that a checkout led to; null before there is one. */
  subscriptionOf(checkout: { id: string; prices: readonly string[] }): Promise<string | null>
  subscription(id: string): Promise<GatewaySubscription>
  /**
   * Ends the subscription with its paid period, and takes no more money for it. While the running period is unpaid, ends it
   * at once, and the amount owed stays unpaid.
   */
  cancel(id: string): Promise<GatewaySubscription>
  /**
   * Ends the subscription now, whatever is paid, refunds nothing, and takes no more money for it. Some gateways still report
   * the end of the paid period.
   */
  end(id: string): Promise<GatewaySubscription>
  resume(id: string): Promise<GatewaySubscription>
  /** `url`: where the user agrees to the change, and is sent back to `returnUrl`. */
  change(id: string, price: string, returnUrl: string): Promise<GatewaySubscription | { url: string }>
  /** A page at which the user changes the payment method of the subscription; resolves with its URL. */
  managePage(id: string, returnUrl: string): Promise<string>
  /** Creates the price of a plan's version, or updates the name and description of `price`. Resolves with its id. */
  syncPlan(plan: PlanDetails, price: string | null): Promise<string>
  /** Ends the sale of new subscriptions at the price. Does nothing where it is archived. */
  archivePlan(price: string): Promise<void>
  /** Whether the gateway account of the credentials has the price: test mode, live mode and others have their own. */
  hasPlan(price: string): Promise<boolean>
  hasCustomer(customer: string): Promise<boolean>

  /** The event of a webhook; null when its signature is not the gateway's, or too old. */
  verify(request: WebhookRequest): Promise<GatewayEvent | null>
}
