import type { Clock } from '../gateway.ts'
import type { GatewayClient } from '../gateway-client.ts'

import { existsAtGateway } from '../gateway-error.ts'
import { cardsAtPaystack } from './paystack-cards.ts'
import { PaystackConnection, type PaystackCredentials } from './paystack-connection.ts'
import { paystackPayments } from './paystack-payments.ts'
import { syncPaystackPlan } from './paystack-plans.ts'
import { paystackSubscriptions } from './paystack-subscriptions.ts'
import { paystackUnits } from './paystack-units.ts'
import { verifyPaystack } from './paystack-webhook.ts'

/** https://paystack.com/docs/api. It has no idempotency keys. */
export const createPaystack = (credentials: PaystackCredentials, base: string | null, now: Clock): GatewayClient => {
  const paystack = new PaystackConnection(credentials, base)
  return {
    name: 'paystack',
    units: paystackUnits,
    can: { storeCards: false, resume: true, change: false, manage: true },
    async test() {
      await paystack.call({ path: '/plan?perPage=1' })
    },
    ...paystackPayments(paystack),
    ...cardsAtPaystack(paystack),
    ...paystackSubscriptions(paystack, now),
    /** Paystack has no call that ends a page. */
    endCheckout: async () => undefined,
    syncPlan: (plan, price) => syncPaystackPlan(paystack, plan, price),
    /** Paystack has no call that ends the sale of a plan; ours is no longer offered. */
    archivePlan: async () => undefined,
    hasPlan: (price) => existsAtGateway(paystack.call({ path: `/plan/${encodeURIComponent(price)}` })),
    verify: async (request) => verifyPaystack(request, credentials.secret),
  }
}
