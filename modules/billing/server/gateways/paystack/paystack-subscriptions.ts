import type { Clock } from '../gateway.ts'
import type { GatewayClient, GatewaySubscription } from '../gateway-client.ts'
import { unsupported } from '../unsupported.ts'
import type { PaystackConnection } from './paystack-connection.ts'
import { initializeTransaction } from './paystack-payments.ts'
import type { PaystackSubscription, PaystackTransaction } from './paystack-state.ts'
import { closestInTime, paystackSubscription } from './paystack-subscription-state.ts'

type Subscriptions = Pick<
  GatewayClient,
  'subscribe' | 'subscriptionOf' | 'subscription' | 'cancel' | 'end' | 'resume' | 'change' | 'managePage'
>

const find = (paystack: PaystackConnection, id: string): Promise<PaystackSubscription> =>
  paystack.call<PaystackSubscription>({ path: `/subscription/${encodeURIComponent(id)}` })

/** Subscriptions at Paystack and their changes. */
export const paystackSubscriptions = (paystack: PaystackConnection, now: Clock): Subscriptions => {
  const stateOf = async (id: string): Promise<GatewaySubscription> => {
    const subscription = await find(paystack, id)
    const transactions = await paystack.call<PaystackTransaction[]>({
      path: `/transaction?customer=${subscription.customer.id}&status=success&perPage=100`,
    })
    return paystackSubscription(subscription, transactions, await now())
  }

  const turn = async (id: string, to: 'disable' | 'enable'): Promise<GatewaySubscription> => {
    const { email_token: token } = await find(paystack, id)
    await paystack.call({ method: 'POST', path: `/subscription/${to}`, body: { code: id, token }, repeatable: true })
    return stateOf(id)
  }

  return {
    subscribe: (request) => initializeTransaction(paystack, request, { plan: request.price }),

    /** Finds the customer that paid by the email at that time: Paystack names no subscription at the payment. */
    async subscriptionOf({ id, prices }) {
      const { status, paid_at, customer } = await paystack.transaction(id)
      if (status !== 'success' || !customer) return null
      const subscriptions = await paystack.call<PaystackSubscription[]>({
        path: `/subscription?customer=${customer.id}&perPage=50`,
      })
      const ofPlan = subscriptions.filter(({ plan }) => prices.includes(plan.plan_code))
      const paidAt = Date.parse(paid_at ?? '')
      return closestInTime(paidAt, ofPlan, ({ createdAt }) => Date.parse(createdAt))?.subscription_code ?? null
    },

    subscription: (id) => stateOf(id),
    cancel: (id) => turn(id, 'disable'),

    /** Paystack rejects the disabling of a disabled subscription. */
    async end(id) {
      const subscription = await stateOf(id)
      return subscription.collection === 'none' ? subscription : turn(id, 'disable')
    },

    resume: (id) => turn(id, 'enable'),
    change: unsupported('paystack'),

    async managePage(id) {
      const path = `/subscription/${encodeURIComponent(id)}/manage/link`
      return (await paystack.call<{ link: string }>({ path })).link
    },
  }
}
