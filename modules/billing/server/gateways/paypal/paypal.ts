import type { Money } from '../../../../shared/contract.ts'
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
  Reversal,
  SubscribeRequest,
} from '../client.ts'
import { GatewayError } from '../gateway-error.ts'
import { unsupported } from '../unsupported.ts'
import { PayPalConnection, type PayPalCredentials } from './paypal-connection.ts'
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

interface PayPalPlan {
  id: string
  product_id: string
  status: 'CREATED' | 'ACTIVE' | 'INACTIVE'
  billing_cycles: { frequency: { interval_unit: 'MONTH' | 'YEAR' } }[]
}
type WithLinks = { id: string; links?: { rel: string; href: string }[] }

/** Of all plans: PayPal changes a subscription to plans of its own product only. */
const productId = 'COFFER-PLANS'
/** Periods that may fail before PayPal suspends a subscription; 0, its default, lets it go on unpaid for ever. */
const failureThreshold = 1
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
          paypal: { experience_context: { ...this.returnTo(returnUrl), user_action: 'PAY_NOW' } },
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
        application_context: { ...this.returnTo(returnUrl), user_action: 'SUBSCRIBE_NOW' },
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

  async refund({ payment, key, ...money }: Money & { payment: string; key: string }): Promise<string> {
    const path = `/v2/payments/captures/${encodeURIComponent(payment)}/refund`
    return (await this.paypal.once<{ id: string }>(key, { path, body: { amount: payPalMoney(money) } })).id
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
      this.paypal.call<PayPalPlan>({ path: `/v1/billing/plans/${encodeURIComponent(subscription.plan_id)}` }),
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

  async change(id: string, price: string): Promise<{ url: string }> {
    const { links } = await this.paypal.call<WithLinks>({
      method: 'POST',
      path: `/v1/billing/subscriptions/${encodeURIComponent(id)}/revise`,
      body: { plan_id: price },
    })
    return { url: approvalUrl(links) }
  }

  /** PayPal asks for the means of payment when a subscription is revised, also to the plan that it has. */
  async managePage(id: string): Promise<string> {
    const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`
    const { plan_id } = await this.paypal.call<PayPalSubscription>({ path })
    return (await this.change(id, plan_id)).url
  }

  async syncPlan({ id, name, description, interval, ...money }: PlanDetails, price: string | null): Promise<string> {
    const details = { name: name.slice(0, 127), ...(description ? { description: description.slice(0, 127) } : {}) }
    if (price !== null) {
      const operations = Object.entries({
        ...details,
        'payment_preferences/payment_failure_threshold': failureThreshold,
      }).map(([field, value]) => ({ op: 'replace', path: `/${field}`, value }))
      const path = `/v1/billing/plans/${encodeURIComponent(price)}`
      await this.paypal.call({ method: 'PATCH', path, body: operations, repeatable: true })
      return price
    }
    await this.ensureProduct()
    const cycle = {
      frequency: { interval_unit: interval.toUpperCase(), interval_count: 1 },
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      pricing_scheme: { fixed_price: payPalMoney(money) },
    }
    const created = await this.paypal.once<{ id: string }>(`plan-${id}`, {
      path: '/v1/billing/plans',
      body: {
        ...details,
        product_id: productId,
        billing_cycles: [cycle],
        payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: failureThreshold },
      },
    })
    return created.id
  }

  /** PayPal rejects the deactivation of a plan that is not active. */
  async archivePlan(price: string): Promise<void> {
    const path = `/v1/billing/plans/${encodeURIComponent(price)}`
    const { status } = await this.paypal.call<PayPalPlan>({ path })
    if (status !== 'ACTIVE') return
    await this.paypal.call({ method: 'POST', path: `${path}/deactivate` })
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

  private async ensureProduct(): Promise<void> {
    try {
      await this.paypal.call({ path: `/v1/catalogs/products/${productId}` })
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 404) throw error
      const body = { id: productId, name: 'Subscription plans', type: 'SERVICE', category: 'SOFTWARE' }
      await this.paypal.once(`product-${productId}`, { path: '/v1/catalogs/products', body })
    }
  }

  private returnTo(url: string) {
    return { return_url: url, cancel_url: url, shipping_preference: 'NO_SHIPPING' }
  }
}
