import type Stripe from 'stripe'
import type { Checkout } from '../gateway-client.ts'
import type { StripeCall } from './stripe-connection.ts'

/** A page of Stripe at which the user pays; one for each reference. */
export const createCheckout = async (
  call: StripeCall,
  reference: string,
  session: Stripe.Checkout.SessionCreateParams,
): Promise<Checkout> => {
  const idempotencyKey = `checkout:${reference}`
  const { id, url } = await call((stripe) => stripe.checkout.sessions.create(session, { idempotencyKey }))
  return { id, url: url ?? '' }
}
