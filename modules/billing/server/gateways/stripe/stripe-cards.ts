import type { GatewayClient } from '../gateway-client.ts'
import { GatewayError } from '../gateway-error.ts'
import { declineReason, type StripeCall } from './stripe-connection.ts'
import { stripeCharge, stripeStoredCards } from './stripe-state.ts'
import { stripeUnits } from './stripe-units.ts'

type Cards = Pick<GatewayClient, 'beginCard' | 'cardPage' | 'cards' | 'makeDefaultCard' | 'removeCard' | 'charge'>

/** Other means of payment that the Stripe account offers (Link, direct debits) would be stored, and never be charged. */
const onlyCards = { allowed_payment_method_types: ['card'] }

/** Most payments and subscriptions of a customer that are read: the newest ones. */
const maxListed = 100

/** Stored cards, and charges to them. */
export const stripeCards = (call: StripeCall): Cards => ({
  async beginCard(customer) {
    const { client_secret } = await call((stripe) =>
      stripe.setupIntents.create({ customer, usage: 'off_session', ...onlyCards }),
    )
    return client_secret ?? ''
  },

  async cardPage(customer, { stored, cancelled }) {
    const urls = { success_url: stored, cancel_url: cancelled }
    const { url } = await call((stripe) =>
      stripe.checkout.sessions.create({ mode: 'setup', customer, ...onlyCards, ...urls }),
    )
    return url ?? ''
  },

  async cards(customer) {
    const { data } = await call((stripe) => stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 }))
    return stripeStoredCards(data)
  },

  async makeDefaultCard(customer, method) {
    await call((stripe) => stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }))
    // A subscription keeps the card of its checkout, which is charged instead of the customer's default.
    const { data } = await call((stripe) => stripe.subscriptions.list({ customer, limit: maxListed }))
    for (const { id } of data)
      await call((stripe) => stripe.subscriptions.update(id, { default_payment_method: method }))
  },

  async removeCard(_customer, method) {
    await call((stripe) => stripe.paymentMethods.detach(method))
  },

  async charge(request) {
    const { currency, customer, method, description, key, keyPrefix, posted } = request
    const amount = stripeUnits.toGateway(request)
    // Stripe forgets an idempotency key after a day; the payment made with it is found for ever.
    const { data } = await call((stripe) => stripe.paymentIntents.list({ customer, limit: maxListed }))
    const earlier = data.find(({ metadata }) => metadata.key === key)
    if (earlier?.status === 'succeeded') return stripeCharge(earlier)
    // Payments from before this installation was restored from a backup, which knows nothing of them: with another amount,
    // as usage since the backup is lost, or by another attempt.
    const others = data.filter(
      (intent) =>
        intent.status === 'succeeded' &&
        intent.metadata.key?.startsWith(`${keyPrefix}:`) &&
        intent.currency.toUpperCase() === currency,
    )
    const postedIds = others.length > 0 ? await posted(others.map(({ id }) => id)) : new Set()
    const forgotten = others.find(({ id }) => !postedIds.has(id))
    if (forgotten) return stripeCharge(forgotten)
    if (earlier) return stripeCharge(earlier)
    if (method === null) throw new GatewayError('stripe', { status: 404, reason: 'the customer has no stored card' })
    const confirmed = { payment_method: method, off_session: true, confirm: true, metadata: { key } }
    try {
      return stripeCharge(
        await call((stripe) =>
          stripe.paymentIntents.create(
            { amount, currency, customer, description, ...confirmed },
            { idempotencyKey: key },
          ),
        ),
      )
    } catch (error) {
      if (error instanceof GatewayError && error.isTooSmall) return { status: 'too-small' }
      const reason = declineReason(error)
      if (reason === null) throw error
      return { status: 'declined', reason }
    }
  },
})
