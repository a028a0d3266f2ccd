import { dayMs } from '../../../../shared/contract.ts'
import type { Clock } from '../gateway.ts'
import type { GatewayClient, GatewaySubscription } from '../gateway-client.ts'
import { unsupported } from '../unsupported.ts'
import type { PayPalConnection } from './paypal-connection.ts'
import {
  approvalUrl,
  type PayPalSubscription,
  type PayPalTransaction,
  payPalSubscription,
  returnUrls,
} from './paypal-state.ts'

type Subscriptions = Pick<
  GatewayClient,
  'subscribe' | 'subscriptionOf' | 'subscription' | 'cancel' | 'end' | 'resume' | 'change' | 'managePage'
>
type WithLinks = { id: string; links?: { rel: string; href: string }[] }

/** Transactions of a subscription are read this far back: a year and a month. */
const transactionsMs = 396 * dayMs

const pathOf = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`

/** The subscription with its payments until now. */
const find = async (paypal: PayPalConnection, id: string, now: Clock): Promise<GatewaySubscription> => {
  const path = pathOf(id)
  const subscription = await paypal.call<PayPalSubscription>({ path })
  const end = await now()
  const query = new URLSearchParams({
    start_time: new Date(end.getTime() - transactionsMs).toISOString(),
    end_time: end.toISOString(),
  })
  const { transactions = [] } = await paypal.call<{ transactions?: PayPalTransaction[] }>({
    path: `${path}/transactions?${query}`,
  })
  return payPalSubscription(subscription, transactions)
}

/** Resolves with the URL at which its user agrees. Without a context PayPal would keep its user at its own pages. */
const revise = async (paypal: PayPalConnection, id: string, price: string, returnUrl: string): Promise<string> => {
  const { links } = await paypal.call<WithLinks>({
    method: 'POST',
    path: `${pathOf(id)}/revise`,
    body: { plan_id: price, application_context: returnUrls(returnUrl) },
  })
  return approvalUrl(links)
}

/** Subscriptions at PayPal and their changes. */
export const payPalSubscriptions = (paypal: PayPalConnection, now: Clock): Subscriptions => {
  const subscription = (id: string) => find(paypal, id, now)
  const cancel = async (id: string): Promise<GatewaySubscription> => {
    await paypal.once(`cancel-${id}`, { path: `${pathOf(id)}/cancel`, body: { reason: 'Cancelled by the user' } })
    return subscription(id)
  }
  return {
    async subscribe({ reference, price, returnUrl }) {
      const { id, links } = await paypal.once<WithLinks>(`checkout-${reference}`, {
        path: '/v1/billing/subscriptions',
        body: {
          plan_id: price,
          custom_id: reference,
          application_context: { ...returnUrls(returnUrl), user_action: 'SUBSCRIBE_NOW' },
        },
      })
      return { id, url: approvalUrl(links) }
    },

    /** A checkout is the subscription itself, before the user approved it. */
    subscriptionOf: async ({ id }) => id,
    subscription,
    cancel,

    /** PayPal rejects the cancellation of a cancelled subscription. */
    async end(id) {
      const found = await subscription(id)
      return found.collection === 'none' ? found : cancel(id)
    },

    resume: unsupported('paypal'),
    change: async (id, price, returnUrl) => ({ url: await revise(paypal, id, price, returnUrl) }),

    /** PayPal asks for the payment method when a subscription is revised, also to the plan that it has. */
    async managePage(id, returnUrl) {
      const { plan_id } = await paypal.call<PayPalSubscription>({ path: pathOf(id) })
      return revise(paypal, id, plan_id, returnUrl)
    },
  }
}
