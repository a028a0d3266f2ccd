import { addUtcMonths } from '../../subscriptions/periods.ts'
import type { GatewaySubscription, PaidPeriod } from '../gateway-client.ts'
import type { PaystackSubscription, PaystackTransaction } from './paystack-state.ts'
import { paystackUnits } from './paystack-units.ts'

/** `non-renewing`: ends with its period; `attention`: a payment failed, and the gateway tries again in a period's time. */
const statuses: Record<string, GatewaySubscription['status']> = {
  active: 'active',
  attention: 'active',
  'non-renewing': 'cancelled',
  cancelled: 'completed',
  complete: 'completed',
  completed: 'completed',
}

const planOf = ({ plan }: PaystackTransaction): string | undefined =>
  typeof plan === 'string' ? plan : plan?.plan_code

const intervalMonths: Record<string, number> = { monthly: 1, annually: 12 }

/** The entry closest to a time in ms; ignores entries without a valid time. */
export const closestInTime = <Entry>(
  timeMs: number,
  entries: readonly Entry[],
  timeOf: (entry: Entry) => number,
): Entry | undefined =>
  entries
    .map((entry) => ({ entry, distance: Math.abs(timeOf(entry) - timeMs) }))
    .filter(({ distance }) => !Number.isNaN(distance))
    .sort((a, b) => a.distance - b.distance)[0]?.entry

/**
 * `transactions`: successful ones of its customer. The last payment for the plan determines the period. Paystack tries for
 * ever: when a second period in a row is unpaid too, the subscription ended with the last paid one.
 */
export const paystackSubscription = (
  subscription: PaystackSubscription,
  transactions: PaystackTransaction[],
  now: Date,
): GatewaySubscription => {
  const { subscription_code, plan, next_payment_date, cancelledAt, createdAt } = subscription
  const ofPlan = transactions.filter((transaction) => planOf(transaction) === plan.plan_code)
  const months = intervalMonths[plan.interval] ?? 1
  const paidAt = ofPlan.flatMap(({ paid_at }) => (paid_at ? [new Date(paid_at)] : [])).sort((a, b) => +b - +a)[0]
  const paidUntil = addUtcMonths(paidAt ?? new Date(createdAt), months)
  const isGivenUp = subscription.status === 'attention' && addUtcMonths(paidUntil, months) <= now
  const status = isGivenUp ? 'cancelled' : (statuses[subscription.status] ?? 'inactive')
  // A subscription that does not renew has no next payment.
  const to = next_payment_date && !isGivenUp ? new Date(next_payment_date) : paidUntil
  const isCurrent = status === 'active' || status === 'cancelled'
  const payments = ofPlan.map(({ reference, amount, currency, paid_at }): PaidPeriod => {
    const from = paid_at ? new Date(paid_at) : null
    const period = from && { from, to: addUtcMonths(from, months) }
    return { payment: reference, ...paystackUnits.fromGateway(amount, currency), period, price: plan.plan_code }
  })
  return {
    id: subscription_code,
    // The payment that created the subscription is the one closest to it.
    reference:
      closestInTime(Date.parse(createdAt), ofPlan, ({ paid_at }) => Date.parse(paid_at ?? ''))?.reference ?? null,
    // Paystack knows customers by their email, which may have been another user's before.
    customer: '',
    price: plan.plan_code,
    status,
    period: isCurrent ? { from: addUtcMonths(to, -months), to } : null,
    endsAt: isGivenUp
      ? paidUntil
      : status === 'cancelled'
        ? to
        : status === 'completed'
          ? new Date(cancelledAt ?? to)
          : null,
    collection: statuses[subscription.status] === 'active' ? 'automatic' : 'none',
    pastDue: subscription.status === 'attention' && !isGivenUp ? { key: paidUntil.toISOString(), url: null } : null,
    isUnpaid: subscription.status === 'attention',
    isPaidByCredit: false,
    payments,
  }
}
