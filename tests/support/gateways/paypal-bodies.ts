/** Bodies of PayPal's API for the states. */
import { money } from './paypal-money.ts'
import type { Dispute } from './reversing-double.ts'
import type { CheckoutState, SubscriptionState } from './states.ts'

const payPalStatus = {
  inactive: 'APPROVAL_PENDING',
  active: 'ACTIVE',
  unpaid: 'SUSPENDED',
  cancelled: 'CANCELLED',
  completed: 'EXPIRED',
}

export const approvalLinks = (base: string, id: string, rel = 'approve') => [{ rel, href: `${base}/approve/${id}` }]

export const orderBody = ({ id, reference, status, payment, ...amount }: CheckoutState, base: string) => {
  const captures = payment ? [{ id: payment.id, status: 'COMPLETED', amount: money(payment) }] : []
  const refunds = (payment?.refunds ?? []).map((refund) => ({
    id: refund.id,
    status: 'COMPLETED',
    amount: money({ ...amount, amount: refund.amount }),
  }))
  return {
    id,
    status: status === 'paid' ? 'COMPLETED' : status === 'approved' ? 'APPROVED' : 'CREATED',
    links: approvalLinks(base, id, 'payer-action'),
    purchase_units: [{ custom_id: reference, amount: money(amount), payments: { captures, refunds } }],
  }
}

/** A subscription that its user has not agreed to. */
export const proposedBody = ({ id, price, reference }: CheckoutState) => ({
  id,
  status: 'APPROVAL_PENDING',
  plan_id: price,
  custom_id: reference,
  start_time: new Date().toISOString(),
})

export const payPalSubscriptionBody = (subscription: SubscriptionState) => {
  const { id, status, price, reference, createdAt, to, paidFrom, payments, overdue } = subscription
  const next = status === 'active' || status === 'unpaid' ? { next_billing_time: to.toISOString() } : {}
  return {
    id,
    plan_id: price,
    custom_id: reference,
    start_time: createdAt.toISOString(),
    status_update_time: to.toISOString(),
    status: payPalStatus[status],
    billing_info: {
      ...next,
      ...(payments.some(({ isPending }) => !isPending) ? { last_payment: { time: paidFrom.toISOString() } } : {}),
      failed_payments_count: overdue ? 1 : 0,
    },
  }
}

/** The payments for a subscription that were made within the asked time. */
export const transactionsBody = ({ payments }: Pick<SubscriptionState, 'payments'>, asked: URLSearchParams) => {
  const [from, to] = ['start_time', 'end_time'].map((name) => Date.parse(asked.get(name) ?? '')) as [number, number]
  return {
    transactions: payments
      .filter(({ at }) => from <= at.getTime() && at.getTime() <= to)
      .map((payment) => ({
        id: payment.id,
        time: (payment.paidFor?.from ?? payment.at).toISOString(),
        status: payment.isPending ? 'PENDING' : 'COMPLETED',
        amount_with_breakdown: { gross_amount: money(payment) },
      })),
  }
}

export const disputeBody = ({ id, payment, outcome }: Dispute) => {
  const outcome_code = outcome === 'lost' ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
  return {
    dispute_id: id,
    status: outcome === 'open' ? 'UNDER_REVIEW' : 'RESOLVED',
    dispute_amount: money(payment),
    disputed_transactions: [{ seller_transaction_id: payment.id }],
    ...(outcome === 'open' ? {} : { dispute_outcome: { outcome_code } }),
  }
}
