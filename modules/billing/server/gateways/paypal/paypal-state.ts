import { type Money, parseMoney, toDecimal } from '../../../../shared/contract.ts'
import type { GatewayPayment, GatewaySubscription, PaidPeriod } from '../gateway-client.ts'
import { payPalUnits } from './paypal-units.ts'

export interface PayPalMoney {
  currency_code: string
  value: string
}

/** Throws `GatewayError` for a currency or an amount that PayPal does not take. */
export const payPalMoney = (money: Money): PayPalMoney => {
  const whole = payPalUnits.toGateway(money)
  const value = payPalUnits.decimalsOf(money.currency) === 0 ? String(whole) : toDecimal(money)
  return { currency_code: money.currency, value }
}
const moneyOf = ({ currency_code, value }: PayPalMoney): Money => ({
  amount: parseMoney(value, currency_code) ?? 0,
  currency: currency_code,
})

export interface PayPalOrder {
  id: string
  status: string
  links?: { rel: string; href: string }[]
  purchase_units: {
    amount: PayPalMoney
    payments?: {
      captures?: { id: string; status: string; amount: PayPalMoney }[]
      refunds?: { id: string; status: string; amount: PayPalMoney }[]
    }
  }[]
}

export interface PayPalSubscription {
  id: string
  status: string
  plan_id: string
  custom_id?: string
  start_time: string
  status_update_time?: string
  billing_info?: {
    next_billing_time?: string
    last_payment?: { time: string }
    failed_payments_count?: number
    last_failed_payment?: { time: string }
  }
}
export interface PayPalTransaction {
  id: string
  time?: string
  status: string
  amount_with_breakdown: { gross_amount: PayPalMoney }
}

/** URL at which the user approves a checkout or a change; empty when there is nothing to approve. */
export const approvalUrl = (links: { rel: string; href: string }[] = []): string =>
  links.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href ?? ''

/** URLs to which PayPal sends its user back, whether they approve or not. */
export const returnUrls = (url: string) => ({ return_url: url, cancel_url: url, shipping_preference: 'NO_SHIPPING' })

/** A payment is done by the status of its capture: an order that is only approved has none. */
export const payPalPayment = ({ status, purchase_units: [unit] }: PayPalOrder): GatewayPayment => {
  const capture = unit?.payments?.captures?.[0]
  const isPaid = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture?.status ?? '')
  const failed = status === 'VOIDED' || ['DECLINED', 'FAILED'].includes(capture?.status ?? '')
  return {
    status: isPaid ? 'paid' : failed ? 'failed' : 'open',
    payment: capture?.id ?? null,
    ...moneyOf(capture?.amount ?? unit?.amount ?? { currency_code: '', value: '0' }),
    refunds: (unit?.payments?.refunds ?? [])
      .filter((refund) => refund.status === 'COMPLETED')
      .map(({ id, amount }) => ({ reference: id, ...moneyOf(amount) })),
  }
}

const statuses: Record<string, GatewaySubscription['status']> = {
  APPROVAL_PENDING: 'inactive',
  APPROVED: 'inactive',
  ACTIVE: 'active',
  SUSPENDED: 'cancelled',
  CANCELLED: 'cancelled',
  EXPIRED: 'completed',
}

/** A suspended subscription may be taken up again at PayPal. */
const collections: Record<string, GatewaySubscription['collection']> = { ACTIVE: 'automatic', SUSPENDED: 'manual' }

/**
 * PayPal's subscription is `ACTIVE` once the user has agreed, and is charged later: without any payment it has not begun, or
 * is over. A payment by eCheck is pending for days, and may arrive after the subscription was cancelled.
 */
const statusOf = (
  { status }: PayPalSubscription,
  { isPaid, isPending }: { isPaid: boolean; isPending: boolean },
): GatewaySubscription['status'] => {
  const named = statuses[status] ?? 'inactive'
  if (isPaid || (named !== 'active' && named !== 'cancelled')) return named
  return named === 'active' || isPending ? 'inactive' : 'completed'
}

/** Payments of a subscription. PayPal does not say which plan was paid, nor until when. */
const paymentsOf = (transactions: PayPalTransaction[]): PaidPeriod[] =>
  transactions
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ id, time, amount_with_breakdown }) => ({
      payment: id,
      ...moneyOf(amount_with_breakdown.gross_amount),
      price: null,
      period: time ? { from: new Date(time), to: null } : null,
    }))

/**
 * The unpaid renewal. PayPal counts a failure after the last of its attempts, and reports each attempt. It has no page for a
 * single payment.
 */
const pastDueOf = ({ status, billing_info: billing }: PayPalSubscription): GatewaySubscription['pastDue'] => {
  const [paid, failed] = [billing?.last_payment?.time, billing?.last_failed_payment?.time]
  const isOwed = (billing?.failed_payments_count ?? 0) > 0 || (failed && (!paid || failed > paid))
  return status === 'ACTIVE' && isOwed ? { key: paid ?? billing?.next_billing_time ?? '', url: null } : null
}

/**
 * A subscription that its user ended keeps the time of the payment that would have been next: it is paid until then. The end
 * is not named where the response of a cancelled subscription lacks that time, nor of a suspended one, whose next payment
 * would come after an unpaid period. The interval of `plan_id` does not tell it either: another plan is there as soon as it
 * is agreed to, and paid from the next payment on.
 */
export const payPalSubscription = (
  subscription: PayPalSubscription,
  transactions: PayPalTransaction[],
): GatewaySubscription => {
  const { billing_info: billing, status_update_time, start_time } = subscription
  const isPaid = billing?.last_payment !== undefined || transactions.some(({ status }) => status === 'COMPLETED')
  const isPending = transactions.some((transaction) => transaction.status === 'PENDING')
  const status = statusOf(subscription, { isPaid, isPending })
  const from = new Date(billing?.last_payment?.time ?? start_time)
  const next = subscription.status === 'SUSPENDED' ? undefined : billing?.next_billing_time
  const to = next ? new Date(next) : null
  const isCurrent = status === 'active' || status === 'cancelled'
  const ended = status_update_time ? new Date(status_update_time) : (to ?? from)
  return {
    id: subscription.id,
    reference: subscription.custom_id ?? null,
    customer: '',
    price: subscription.plan_id,
    status,
    period: isCurrent && (!to || from < to) ? { from, to } : null,
    endsAt: status === 'cancelled' ? to : status === 'completed' ? ended : null,
    pastDue: pastDueOf(subscription),
    isUnpaid: pastDueOf(subscription) !== null,
    isPaidByCredit: false,
    collection: collections[subscription.status] ?? 'none',
    payments: paymentsOf(transactions),
  }
}
