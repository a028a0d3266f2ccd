/** Bodies of Stripe's API for the states. */
import type { CheckoutState, Customer, Payment, SubscriptionState, Uncharged } from './states.ts'

const stripeStatus = { inactive: 'incomplete', active: 'active', unpaid: 'unpaid', cancelled: 'active', completed: '' }
const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

export const sessionBody = (checkout: CheckoutState, base: string) => {
  const { id, reference, status, amount, currency, payment, subscription } = checkout
  return {
    id,
    object: 'checkout.session',
    url: `${base}/pay/${id}`,
    metadata: { reference },
    subscription,
    status: status === 'paid' ? 'complete' : status === 'failed' ? 'expired' : 'open',
    payment_status: status === 'paid' ? 'paid' : 'unpaid',
    amount_total: amount,
    currency: currency.toLowerCase(),
    payment_intent: payment?.id ?? null,
  }
}

export const stripeSubscriptionBody = (subscription: SubscriptionState, base: string) => {
  const { id, reference, customer, price, status, from, to, createdAt, endsOn, overdue, pending, uncharged } =
    subscription
  const item = {
    id: `si_${id}`,
    price: { id: price },
    current_period_start: seconds(from),
    current_period_end: seconds(to),
  }
  const ended = status === 'completed'
  const isTrial = uncharged.some(({ why, paidFor }) => why === 'trial' && paidFor?.from === from)
  const running = isTrial ? 'trialing' : stripeStatus[status]
  const isOwed = overdue !== null && !overdue.isDraft
  return {
    id,
    object: 'subscription',
    metadata: { reference },
    customer,
    items: { data: [item] },
    status: ended ? 'canceled' : isOwed ? (status === 'unpaid' ? 'unpaid' : 'past_due') : running,
    pending_update: pending ? { subscription_items: [{ price: pending.price }] } : null,
    latest_invoice: invoiceBodies(subscription, base)[0] ?? null,
    cancel_at_period_end: status === 'cancelled',
    cancel_at: endsOn ? seconds(endsOn) : null,
    ended_at: ended ? seconds(to) : null,
    created: seconds(createdAt),
  }
}

const statusOf = ({ isDraft = false }: Payment & { isDraft?: boolean }) => (isDraft ? 'draft' : 'open')
const invoiceBody = ({ id, amount, currency, at, paidFor }: Payment, status: string, base: string) => {
  const period = { start: seconds(paidFor?.from ?? at), end: seconds(paidFor?.to ?? at) }
  const pricing = { price_details: { price: paidFor?.price } }
  return {
    lines: { data: [{ amount, period, pricing }] },
    id: `in_${id}`,
    status,
    currency: currency.toLowerCase(),
    total: amount,
    starting_balance: 0,
    amount_due: amount,
    amount_paid: status === 'paid' ? amount : 0,
    hosted_invoice_url: `${base}/invoice/in_${id}`,
  }
}

const unchargedBody = (one: Payment & { why: Uncharged }, base: string) => {
  const { why, amount } = one
  const status = { debit: 'open', void: 'void', trial: 'paid', coupon: 'paid', credit: 'paid', change: 'paid' }[why]
  const total = { debit: amount, void: amount, trial: 0, coupon: 0, credit: amount, change: -amount }[why]
  const paid = { amount_paid: 0, starting_balance: why === 'credit' ? -3 * amount : 0 }
  return { ...invoiceBody(one, status, base), ...paid, total, amount_due: status === 'paid' ? 0 : amount }
}

/** The newest first. */
export const invoiceBodies = ({ payments, overdue, unpaid, pending, uncharged }: SubscriptionState, base: string) => {
  const open = [overdue, pending?.payment, ...unpaid.toReversed()].flatMap((one) => one ?? [])
  return [
    ...open.map((one) => invoiceBody(one, statusOf(one), base)),
    ...uncharged.toReversed().map((one) => unchargedBody(one, base)),
    ...payments.toReversed().map((one) => invoiceBody(one, 'paid', base)),
  ]
}

/** Those of the type `card`: it is asked for no others. */
export const cardBodies = (customer: Customer | undefined) =>
  (customer?.cards ?? [])
    .filter(({ isOther }) => !isOther)
    .map(({ id, last4 }) => ({ id, card: { brand: 'visa', last4, exp_year: 2030, exp_month: 4 } }))
