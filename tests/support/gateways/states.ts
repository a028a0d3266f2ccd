/** State of a gateway, in no provider's language. */

/**
 * Why nothing was taken for a period: a direct debit is under way; collection is paused; it is a trial; a coupon pays all;
 * credit does, or is left by the change of plan with which the period began.
 */
export type Uncharged = 'debit' | 'void' | 'trial' | 'coupon' | 'credit' | 'change'
interface Card {
  id: string
  last4: string
  /** Another means of payment, such as Link. */
  isOther?: boolean
}
export interface Customer {
  id: string
  number: number
  email: string
  cards: Card[]
}
export interface Payment {
  id: string
  amount: number
  currency: string
  at: Date
  /** `currency`: where it is not the payment's. */
  refunds: { id: string; amount: number; key: string; currency?: string }[]
  /** As an eCheck, which takes days. */
  isPending?: boolean
  /** Price and period that a payment for a subscription paid. */
  paidFor?: { price: string; from: Date; to: Date }
}
export interface CheckoutState {
  /** Ours; empty where the gateway makes up its own. */
  reference: string
  id: string
  amount: number
  currency: string
  customer: string
  /** Price of a subscription's checkout. */
  price: string | null
  status: 'open' | 'approved' | 'paid' | 'failed'
  payment: Payment | null
  subscription: string | null
}
export interface Price {
  id: string
  amount: number
  currency: string
  interval: 'month' | 'year'
  name: string
  active: boolean
}
export interface SubscriptionState {
  id: string
  reference: string
  customer: string
  price: string
  /** `unpaid`: the gateway tries no more to charge for the period. */
  status: 'inactive' | 'active' | 'unpaid' | 'cancelled' | 'completed'
  createdAt: Date
  from: Date
  to: Date
  /** A day on which it ends whatever is paid, as somebody at the gateway has set it. */
  endsOn?: Date | undefined
  /** When the last period that is paid began. */
  paidFrom: Date
  payments: Payment[]
  /** Payment of the running period that could not be charged, or is to be charged in an hour. */
  overdue: (Payment & { isDraft?: boolean }) | null
  /** The same of earlier periods. */
  unpaid: Payment[]
  /** Invoices of periods for which nothing was taken. */
  uncharged: (Payment & { why: Uncharged })[]
  /** A change of plan that waits for its payment. */
  pending: { price: string; payment: Payment } | null
}
