import type Stripe from 'stripe'
import type { Clock } from '../gateway.ts'
import type { GatewayClient, GatewaySubscription } from '../gateway-client.ts'
import { GatewayError, unpaidReason } from '../gateway-error.ts'
import { unsupported } from '../unsupported.ts'
import { createCheckout } from './stripe-checkout.ts'
import type { StripeCall } from './stripe-connection.ts'
import { isPeriodUnpaid, isSubscriptionOver, stripeSubscription, unpaidInvoices } from './stripe-state.ts'

type Subscriptions = Pick<
  GatewayClient,
  | 'subscribe'
  | 'endCheckout'
  | 'subscriptionOf'
  | 'subscription'
  | 'cancel'
  | 'end'
  | 'resume'
  | 'change'
  | 'managePage'
>

/** Most invoices of a subscription that are read: a year of monthly periods. */
const maxInvoices = 13

const find = (stripe: Stripe, id: string) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })

const invoicesOf = async (stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ subscription, limit: maxInvoices })).data

/**
 * Ends a subscription now, without credit. Stripe then charges finalized invoices no more by itself; void ones cannot be
 * paid at their page either. The draft of a subscription can be neither void nor deleted, and is charged unless told
 * otherwise. A call that fails after the first leaves the state `after-end`, which the webhook of the end and the daily
 * comparison finish.
 */
const endNow = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Subscription> => {
  const { id } = subscription
  const ended = isSubscriptionOver(subscription)
    ? subscription
    : await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
  for (const invoice of unpaidInvoices(await invoicesOf(stripe, id)))
    if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoice.id)
    else await stripe.invoices.update(invoice.id, { auto_advance: false })
  return ended
}

/**
 * The field that takes a cancellation back: for the end of a period, or for a date, as Stripe's dashboard and schedules set
 * one. Stripe takes no change of both.
 */
const uncancelled = ({ cancel_at_period_end }: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' }

/** Subscriptions at Stripe and their changes. */
export const stripeSubscriptions = (call: StripeCall, now: Clock): Subscriptions => {
  const stateOf = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<GatewaySubscription> =>
    stripeSubscription(subscription, await invoicesOf(stripe, subscription.id), await now())
  return {
    async subscribe({ reference, customer, returnUrl, price }) {
      const metadata = { reference }
      return createCheckout(call, reference, {
        mode: 'subscription',
        customer,
        client_reference_id: reference,
        metadata,
        subscription_data: { metadata },
        line_items: [{ quantity: 1, price }],
        success_url: returnUrl,
        cancel_url: returnUrl,
      })
    },

    async endCheckout(id) {
      await call((stripe) => stripe.checkout.sessions.expire(id))
    },

    async subscriptionOf({ id }) {
      const { subscription } = await call((stripe) => stripe.checkout.sessions.retrieve(id))
      return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
    },

    subscription: (id) => call(async (stripe) => stateOf(stripe, await stripe.subscriptions.retrieve(id))),

    cancel: (id) =>
      call(async (stripe) => {
        const subscription = await find(stripe, id)
        const isPaid = !isSubscriptionOver(subscription) && !isPeriodUnpaid(subscription)
        const ended = isPaid
          ? await stripe.subscriptions.update(id, { cancel_at_period_end: true })
          : await endNow(stripe, subscription)
        return stateOf(stripe, ended)
      }),

    end: (id) => call(async (stripe) => stateOf(stripe, await endNow(stripe, await find(stripe, id)))),

    resume: (id) =>
      call(async (stripe) => {
        const cancelled = await stripe.subscriptions.retrieve(id)
        return stateOf(stripe, await stripe.subscriptions.update(id, uncancelled(cancelled)))
      }),

    /**
     * The change takes effect once its invoice is paid. `url`: the page of the invoice, where the card or its bank did not
     * allow the payment at once. Rejected while the running period is unpaid: Stripe would give credit for a period that it
     * has invoiced, paid or not.
     */
    change: async (id, price) => {
      const subscription = await call((stripe) => find(stripe, id))
      if (isPeriodUnpaid(subscription)) throw new GatewayError('stripe', { status: 422, reason: unpaidReason })
      return call(async (stripe) => {
        const { items, cancel_at_period_end, cancel_at } = subscription
        const changed = await stripe.subscriptions.update(id, {
          items: [{ id: items.data[0]?.id ?? '', price }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          expand: ['latest_invoice'],
        })
        const invoice = changed.latest_invoice
        if (changed.pending_update && invoice && typeof invoice !== 'string' && invoice.hosted_invoice_url)
          return { url: invoice.hosted_invoice_url }
        // Stripe takes no other change together with a change that may have to wait.
        if (cancel_at_period_end || cancel_at) await stripe.subscriptions.update(id, uncancelled(subscription))
        return stateOf(stripe, await stripe.subscriptions.retrieve(id))
      })
    },

    managePage: unsupported('stripe'),
  }
}
