import { addMonths } from '../../subscriptions/periods.ts'
import type {
  Checkout,
  CustomerDetails,
  Delivery,
  FundingRequest,
  GatewayClient,
  GatewayEvent,
  GatewayObject,
  GatewayPayment,
  GatewaySubscription,
  PlanDetails,
  RefundOrder,
  Reversal,
  SubscribeRequest,
} from '../client.ts'
import { unsupported } from '../unsupported.ts'
import { PayPalConnection, type PayPalCredentials } from './paypal-connection.ts'
import { archivePayPalPlan, findPayPalPlan, syncPayPalPlan } from './paypal-plans.ts'
import { payPalRefund } from './paypal-refunds.ts'
import { payPalReversal } from './paypal-reversals.ts'
import {
  approvalUrl,
  type PayPalOrder,
  type PayPalSubscription,
  type PayPalTransaction,
  payPalMoney,
  payPalPayment,
  payPalSubscription,
} from './paypal-state.ts'
import { payPalUnits } from './paypal-units.ts'
import { payPalEvent, verificationOf } from './paypal-webhook.ts'

type WithLinks = { id: string; links?: { rel: string; href: string }[] }

const returnTo = (url: string) => ({ return_url: url, cancel_url: url, shipping_preference: 'NO_SHIPPING' })

/** Transactions of a subscription that are looked at: those of a year and a month. */
const transactionsMs = 396 * 86_400_000

/** https://developer.paypal.com/api/rest: orders, billing plans, subscriptions. PayPal has no customers before they approve. */
export class PayPalGateway implements GatewayClient {
  readonly name = 'paypal'
  readonly units = payPalUnits
  readonly can = { storeCards: false, resume: false, change: true, manage: true }
  private readonly paypal: PayPalConnection
  private readonly webhookId: string
  constructor(credentials: PayPalCredentials, base: string | null) {
    this.paypal = new PayPalConnection(credentials, base)
    this.webhookId = credentials.webhook
  }

  async test(): Promise<void> {
    await this.paypal.call({ path: '/v1/billing/plans?page_size=1' })
  }

  async createCustomer({ userId }: CustomerDetails): Promise<string> {
    return userId
  }

  async fund({ reference, description, returnUrl, ...money }: FundingRequest): Promise<Checkout> {
    const { id, links } = await this.paypal.once<PayPalOrder>(`checkout-${reference}`, {
      path: '/v2/checkout/orders',
      body: {
        intent: 'CAPTURE',
        purchase_units: [{ custom_id: reference, description: description.slice(0, 127), amount: payPalMoney(money) }],
        payment_source: {
          paypal: { experience_context: { ...returnTo(returnUrl), user_action: 'PAY_NOW' } },
        },
      },
    })
    return { id, url: approvalUrl(links) }
  }

  async subscribe({ reference, price, returnUrl }: SubscribeRequest): Promise<Checkout> {
    const { id, links } = await this.paypal.once<WithLinks>(`checkout-${reference}`, {
      path: '/v1/billing/subscriptions',
      body: {
        plan_id: price,
        custom_id: reference,
        application_context: { ...returnTo(returnUrl), user_action: 'SUBSCRIBE_NOW' },
      },
    })
    return { id, url: approvalUrl(links) }
  }

  /** An approved order is captured: its money moves only then. */
  async payment({ reference, id }: { reference: string; id: string }): Promise<GatewayPayment> {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
    const order = await this.paypal.call<PayPalOrder>({ path })
    if (order.status !== 'APPROVED') return payPalPayment(order)
    await this.paypal.once(`capture-${reference}`, { path: `${path}/capture`, body: {} })
    return payPalPayment(await this.paypal.call<PayPalOrder>({ path }))
  }

  refund(order: RefundOrder): Promise<string> {
    return payPalRefund(this.paypal, order)
  }

  async reversals(object: GatewayObject): Promise<Reversal[]> {
    return [await payPalReversal(this.paypal, object)]
  }

  beginCard = unsupported('paypal')
  cardPage = unsupported('paypal')
  cards = async () => []
  makeDefaultCard = unsupported('paypal')
  removeCard = unsupported('paypal')
  charge = unsupported('paypal')

  /** A checkout is the subscription itself, before the user approved it. */
  subscriptionOf = async ({ id }: { id: string }): Promise<string> => id

  async subscription(id: string): Promise<GatewaySubscription> {
    const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`
    const subscription = await this.paypal.call<PayPalSubscription>({ path })
    const now = Date.now()
    const query = new URLSearchParams({
      start_time: new Date(now - transactionsMs).toISOString(),
      end_time: new Date(now).toISOString(),
    })
    const [{ transactions = [] }, plan] = await Promise.all([
      this.paypal.call<{ transactions?: PayPalTransaction[] }>({ path: `${path}/transactions?${query}` }),
      findPayPalPlan(this.paypal, subscription.plan_id),
    ])
    const isYearly = plan.billing_cycles[0]?.frequency.interval_unit === 'YEAR'
    return payPalSubscription(subscription, transactions, (from) => addMonths(from, isYearly ? 12 : 1))
  }

  async cancel(id: string): Promise<GatewaySubscription> {
    const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/cancel`
    await this.paypal.once(`cancel-${id}`, { path, body: { reason: 'Cancelled by the user' } })
    return this.subscription(id)
  }

  resume = unsupported('paypal')

  /** Without a context PayPal would keep its user at its own pages. */
  async change(id: string, price: string, returnUrl: string): Promise<{ url: string }> {
    const { links } = await this.paypal.call<WithLinks>({
      method: 'POST',
      path: `/v1/billing/subscriptions/${encodeURIComponent(id)}/revise`,
      body: { plan_id: price, application_context: returnTo(returnUrl) },
    })
    return { url: approvalUrl(links) }
  }

  /** PayPal asks for the means of payment when a subscription is revised, also to the plan that it has. */
  async managePage(id: string, returnUrl: string): Promise<string> {
    const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`
    const { plan_id } = await this.paypal.call<PayPalSubscription>({ path })
    return (await this.change(id, plan_id, returnUrl)).url
  }

  syncPlan(plan: PlanDetails, price: string | null): Promise<string> {
    return syncPayPalPlan(this.paypal, plan, price)
  }

  archivePlan(price: string): Promise<void> {
    return archivePayPalPlan(this.paypal, price)
  }

  async verify(delivery: Delivery): Promise<GatewayEvent | null> {
    const body = verificationOf(delivery, this.webhookId)
    if (body === null) return null
    const { verification_status } = await this.paypal.call<{ verification_status: string }>({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body,
      repeatable: true,
    })
    return verification_status === 'SUCCESS' ? payPalEvent(delivery.body) : null
  }
}
