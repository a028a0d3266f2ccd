import type { Clock } from '../gateway.ts'
import type { GatewayClient } from '../gateway-client.ts'

import { existsAtGateway } from '../gateway-error.ts'
import { unsupported } from '../unsupported.ts'
import { PayPalConnection, type PayPalCredentials } from './paypal-connection.ts'
import { payPalPayments } from './paypal-payments.ts'
import { archivePayPalPlan, findPayPalPlan, syncPayPalPlan } from './paypal-plans.ts'
import { payPalSubscriptions } from './paypal-subscriptions.ts'
import { payPalUnits } from './paypal-units.ts'
import { verifyPayPal } from './paypal-webhook.ts'

/** https://developer.paypal.com/api/rest */
export const createPayPal = (credentials: PayPalCredentials, base: string | null, now: Clock): GatewayClient => {
  const paypal = new PayPalConnection(credentials, base)
  return {
    name: 'paypal',
    units: payPalUnits,
    can: { storeCards: false, resume: false, change: true, manage: true },
    async test() {
      await paypal.call({ path: '/v1/billing/plans?page_size=1' })
    },
    ...payPalPayments(paypal),
    beginCard: unsupported('paypal'),
    cardPage: unsupported('paypal'),
    cards: async () => [],
    makeDefaultCard: unsupported('paypal'),
    removeCard: unsupported('paypal'),
    charge: unsupported('paypal'),
    ...payPalSubscriptions(paypal, now),
    /** PayPal rejects the cancellation of a subscription that its user has not agreed to. */
    endCheckout: async () => undefined,
    syncPlan: (plan, price) => syncPayPalPlan(paypal, plan, price),
    archivePlan: (price) => archivePayPalPlan(paypal, price),
    hasPlan: (price) => existsAtGateway(findPayPalPlan(paypal, price)),
    verify: (request) => verifyPayPal(paypal, request, credentials.webhook),
  }
}
