import type { Clock } from '../gateway.ts'
import type { GatewayClient } from '../gateway-client.ts'

import { stripeCards } from './stripe-cards.ts'
import { stripeCaller } from './stripe-connection.ts'
import { stripePayments } from './stripe-payments.ts'
import { stripePlans } from './stripe-plans.ts'
import { stripeSubscriptions } from './stripe-subscriptions.ts'
import { stripeUnits } from './stripe-units.ts'
import { verifyStripe } from './stripe-webhook.ts'

interface StripeCredentials {
  key: string
  secret: string
  webhook: string
}

/** https://docs.stripe.com/api */
export const createStripe = (credentials: StripeCredentials, base: string | null, now: Clock): GatewayClient => {
  const call = stripeCaller(credentials.secret, base)
  return {
    name: 'stripe',
    units: stripeUnits,
    can: { storeCards: true, resume: true, change: true, manage: false },
    async test() {
      await call((stripe) => stripe.products.list({ limit: 1 }))
    },
    ...stripePayments(call),
    ...stripeCards(call),
    ...stripeSubscriptions(call, now),
    ...stripePlans(call),
    verify: async (request) => verifyStripe(request, credentials.webhook, (await now()).getTime()),
  }
}
