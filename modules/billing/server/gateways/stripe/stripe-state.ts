import type Stripe from 'stripe'
import type {
  GatewayPayment,
  GatewaySubscription,
  MethodChargeResult,
  PaidPeriod,
  StoredMethod,
} from '../gateway-client.ts'
import { GatewayError } from '../gateway-error.ts'
import { stripeUnits } from './stripe-units.ts'

const date = (seconds: number): Date => new Date(seconds * 1_000)
const moneyOf = (amount: number, currency: string) => stripeUnits.fromGateway(amount, currency.toUpperCase())
const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

/** A checkout session with its payment intent and the refunds of its charge. */
export const stripePayment = (session: Stripe.Checkout.Session, refunds: Stripe.Refund[]): GatewayPayment => ({
  status: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'failed' : 'open',
  payment: idOf(session.payment_intent) || null,
  ...moneyOf(session.amount_total ?? 0, session.currency ?? ''),
  refunds: refunds
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount, currency }) => ({ reference: id, ...moneyOf(amount, currency) })),
})

/** The outcome of a stored card's charge; throws while it is not decided. */
export const stripeCharge = (intent: Stripe.PaymentIntent): MethodChargeResult => {
  const { id, status, last_payment_error: error } = intent
  if (status === 'succeeded')
    return { status: 'paid', payment: id, amount: moneyOf(intent.amount, intent.currency).amount }
  if (status === 'processing') throw new GatewayError('stripe', { status: null, reason: 'the payment is processing' })
  return { status: 'declined', reason: error?.decline_code ?? error?.code ?? status }
}

/** The invoice's line of the plan. After a change of plan, the other line is the credit for the former one. */
const lineOf = ({ lines }: Stripe.Invoice) => [...lines.data].sort((a, b) => b.amount - a.amount)[0]

const paymentsOf = (invoices: Stripe.Invoice[]): PaidPeriod[] =>
  invoices
    .filter(({ status, amount_paid }) => status === 'paid' && amount_paid > 0)
    .map((invoice) => {
      const { id, amount_paid, currency } = invoice
      const line = lineOf(invoice)
      const period = line ? { from: date(line.period.start), to: date(line.period.end) } : null
      const price = idOf(line?.pricing?.price_details?.price) || null
      return { payment: id, ...moneyOf(amount_paid, currency), period, price }
    })

export const isSubscriptionOver = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/**
 * `past_due`: Stripe still tries to charge, and the subscription goes on meanwhile. `unpaid`: it gave up, so the time that
 * was not paid for does not count; a later payment makes it active again.
 */
const statusOf = (
  { status, cancel_at_period_end, cancel_at }: Stripe.Subscription,
  { isGivenUp }: { isGivenUp: boolean },
): GatewaySubscription['status'] => {
  if (status === 'incomplete') return 'inactive'
  if (isSubscriptionOver({ status })) return 'completed'
  if (isGivenUp || status === 'unpaid' || status === 'paused' || cancel_at_period_end || cancel_at) return 'cancelled'
  return 'active'
}

const periodsOf = (invoices: Stripe.Invoice[], status: Stripe.Invoice['status']) =>
  invoices.filter((invoice) => invoice.status === status).flatMap((invoice) => lineOf(invoice)?.period ?? [])

/**
 * Start of the first unpaid period, once that period is over; null: Stripe has not been trying for so long. A Stripe account
 * may be set to leave its subscriptions past due when the attempts have ended: then each period gets another open invoice.
 * Unpaid periods before a paid one do not count: the payment of the newest invoice makes a subscription active again, and
 * leaves older ones open.
 */
const unpaidFor = ({ status }: Stripe.Subscription, invoices: Stripe.Invoice[], now: Date): Date | null => {
  if (status !== 'past_due') return null
  const paidFrom = Math.max(0, ...periodsOf(invoices, 'paid').map(({ start }) => start))
  const unpaid = periodsOf(invoices, 'open').filter(({ start }) => start > paidFrom)
  const [first] = unpaid.sort((a, b) => a.start - b.start)
  return first && date(first.end) <= now ? date(first.start) : null
}

/**
 * Whether the period that runs is not paid. The invoice of a renewal is a draft for about an hour before Stripe charges it,
 * and the subscription is `active` meanwhile. The latest invoice has to be expanded.
 */
export const isPeriodUnpaid = ({ status, latest_invoice: invoice }: Stripe.Subscription): boolean =>
  ['past_due', 'unpaid', 'paused', 'incomplete'].includes(status) ||
  (invoice !== null && typeof invoice === 'object' && invoice.status === 'draft')

/**
 * Whether credit of the customer paid the whole period that runs: the change of plan that left it, or an invoice after it.
 * Nothing was due either for a trial, with a coupon of all that it costs, or for an amount below the least charge.
 */
const isPaidByCredit = ({ items }: Stripe.Subscription, invoices: Stripe.Invoice[]): boolean =>
  invoices.some((invoice) => {
    const { status, amount_due, total, starting_balance } = invoice
    const isOfPeriod = (lineOf(invoice)?.period.start ?? 0) >= (items.data[0]?.current_period_start ?? 0)
    return isOfPeriod && status === 'paid' && amount_due === 0 && (total < 0 || (total > 0 && starting_balance < 0))
  })

/** Invoices of a subscription that can be paid, or will be charged. */
export const unpaidInvoices = (invoices: Stripe.Invoice[]): Stripe.Invoice[] =>
  invoices.filter(({ status, auto_advance }) => status === 'open' || (status === 'draft' && auto_advance !== false))

/**
 * Whether more money may be taken. An invoice that is not void can be paid at its page, also without automatic collection. A
 * subscription that is to end later than its period renews until then.
 */
const collectionOf = (
  { status, cancel_at_period_end, cancel_at, items }: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): GatewaySubscription['collection'] => {
  if (isSubscriptionOver({ status })) return unpaidInvoices(invoices).length > 0 ? 'after-end' : 'none'
  if (['unpaid', 'paused', 'incomplete'].includes(status)) return 'manual'
  const isLast = cancel_at_period_end || (cancel_at !== null && cancel_at <= (items.data[0]?.current_period_end ?? 0))
  return isLast && status !== 'past_due' ? 'none' : 'automatic'
}

/** The newest invoice that is not paid, while Stripe tries to charge for it. */
const pastDueOf = ({ status }: Stripe.Subscription, invoices: Stripe.Invoice[]): GatewaySubscription['pastDue'] => {
  const open = status === 'past_due' ? invoices.find((invoice) => invoice.status === 'open') : undefined
  return open ? { key: open.id, url: open.hosted_invoice_url ?? null } : null
}

export const stripeSubscription = (
  subscription: Stripe.Subscription,
  invoices: Stripe.Invoice[],
  now: Date,
): GatewaySubscription => {
  const [item] = subscription.items.data
  const period = item && { from: date(item.current_period_start), to: date(item.current_period_end) }
  const givenUpAt = unpaidFor(subscription, invoices, now)
  const status = statusOf(subscription, { isGivenUp: givenUpAt !== null })
  const isStopped = subscription.status === 'unpaid' || subscription.status === 'paused'
  const stoppedAt = givenUpAt ?? (isStopped ? period?.from : null)
  const cancelledAt = stoppedAt ?? (subscription.cancel_at ? date(subscription.cancel_at) : period?.to)
  const endedAt = date(subscription.ended_at ?? subscription.created)
  return {
    id: subscription.id,
    reference: subscription.metadata.reference ?? null,
    customer: idOf(subscription.customer),
    price: item?.price.id ?? '',
    status,
    period: status === 'inactive' ? null : (period ?? null),
    endsAt: status === 'cancelled' ? (cancelledAt ?? null) : status === 'completed' ? endedAt : null,
    pastDue: givenUpAt ? null : pastDueOf(subscription, invoices),
    isUnpaid: isPeriodUnpaid({ ...subscription, latest_invoice: invoices[0] ?? null }),
    isPaidByCredit: isPaidByCredit(subscription, invoices),
    collection: collectionOf(subscription, invoices),
    payments: paymentsOf(invoices),
  }
}

export const stripeStoredCards = (methods: Stripe.PaymentMethod[]): StoredMethod[] =>
  methods.flatMap(({ id, card }) =>
    card
      ? [
          {
            reference: id,
            brand: card.brand,
            last4: card.last4,
            expiresYear: card.exp_year,
            expiresMonth: card.exp_month,
          },
        ]
      : [],
  )
