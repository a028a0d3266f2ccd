import type { GatewayClient } from '../gateway-client.ts'
import { existsAtGateway, GatewayError } from '../gateway-error.ts'
import { createCheckout } from './stripe-checkout.ts'
import { paymentIntentOf, type StripeCall } from './stripe-connection.ts'
import { stripeReversal } from './stripe-reversals.ts'
import { stripePayment } from './stripe-state.ts'
import { stripeUnits } from './stripe-units.ts'

type Payments = Pick<
  GatewayClient,
  'createCustomer' | 'updateCustomer' | 'hasCustomer' | 'fund' | 'payment' | 'refund' | 'reversals'
>

/** Customers, single payments, refunds and disputes. */
export const stripePayments = (call: StripeCall): Payments => ({
  async createCustomer({ userId, email, name, former }) {
    // An installation that was restored from a backup may not know the customer, whose charges must be found again.
    const query = `metadata['userId']:'${userId}'`
    const existing = await call((stripe) => stripe.customers.search({ query, limit: 1 })).catch((error: unknown) => {
      // Accounts of some countries have no search.
      if (error instanceof GatewayError && !error.isTransient) return { data: [] }
      throw error
    })
    if (existing.data[0]) return existing.data[0].id
    const idempotencyKey = ['customer', userId, ...(former > 0 ? [former] : [])].join(':')
    const { id } = await call((stripe) =>
      stripe.customers.create({ email, name, metadata: { userId } }, { idempotencyKey }),
    )
    return id
  },

  async updateCustomer(customer, { email, name }) {
    await call((stripe) => stripe.customers.update(customer, { email, name }))
  },

  // Stripe still finds a customer that was deleted in its dashboard.
  hasCustomer: async (customer) => {
    const retrieved = call((stripe) => stripe.customers.retrieve(customer))
    return (await existsAtGateway(retrieved)) && !(await retrieved).deleted
  },

  async fund({ reference, customer, returnUrl, description, amount, currency }) {
    const metadata = { reference }
    const unit_amount = stripeUnits.toGateway({ amount, currency })
    return createCheckout(call, reference, {
      mode: 'payment',
      customer,
      client_reference_id: reference,
      metadata,
      payment_intent_data: { metadata },
      line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: description } } }],
      success_url: returnUrl,
      cancel_url: returnUrl,
    })
  },

  payment: ({ id }) =>
    call(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(id)
      const intent = session.payment_intent
      const isPaid = session.payment_status === 'paid' && intent
      const refunds = isPaid
        ? (await stripe.refunds.list({ payment_intent: typeof intent === 'string' ? intent : intent.id, limit: 100 }))
            .data
        : []
      return stripePayment(session, refunds)
    }),

  async refund({ payment, key, ...money }) {
    const amount = stripeUnits.toGateway(money)
    const refunded = await call(async (stripe) => {
      const intent = payment.startsWith('in_') ? await paymentIntentOf(stripe, payment) : payment
      return stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: key })
    })
    return refunded.id
  },

  reversals: async (object) => [await call((stripe) => stripeReversal(stripe, object))],
})
