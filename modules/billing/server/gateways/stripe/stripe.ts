import type Stripe from 'stripe'
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
  MethodCharge,
  MethodChargeResult,
  PlanDetails,
  RefundOrder,
  Reversal,
  StoredMethod,
  SubscribeRequest,
} from '../client.ts'
import { GatewayError } from '../gateway-error.ts'
import { unsupported } from '../unsupported.ts'
import { asStripe, connectStripe, declineReason, paymentIntentOf } from './stripe-connection.ts'
import { stripeReversal } from './stripe-reversals.ts'
import { cardsOf, chargeOf, paymentOf, subscriptionOf } from './stripe-state.ts'
import { stripeUnits } from './stripe-units.ts'
import { verifyStripe } from './stripe-webhook.ts'

export interface StripeCredentials {
  key: string
  secret: string
  webhook: string
}

/** Payments of a customer among which an earlier one is looked for: the newest. */
const lookedAt = 100
/** Invoices of a subscription that are looked at: those of a year of months. */
const maxInvoices = 13

/** https://docs.stripe.com/api */
export class StripeGateway implements GatewayClient {
  readonly name = 'stripe'
  readonly units = stripeUnits
  readonly can = { storeCards: true, resume: true, change: true, manage: false }
  private readonly credentials: StripeCredentials
  private readonly base: string | undefined
  private connection: Promise<Stripe> | null = null
  constructor(credentials: StripeCredentials, base: string | null) {
    this.credentials = credentials
    this.base = base ?? undefined
  }

  async test(): Promise<void> {
    await this.call((stripe) => stripe.products.list({ limit: 1 }))
  }

  async createCustomer({ userId, email, name }: CustomerDetails): Promise<string> {
    const idempotencyKey = `customer:${userId}`
    const { id } = await this.call((stripe) =>
      stripe.customers.create({ email, name, metadata: { userId } }, { idempotencyKey }),
    )
    return id
  }

  async fund({ reference, customer, returnUrl, description, amount, currency }: FundingRequest): Promise<Checkout> {
    const metadata = { reference }
    const unit_amount = stripeUnits.toGateway({ amount, currency })
    return this.checkout(reference, {
      mode: 'payment',
      customer,
      client_reference_id: reference,
      metadata,
      payment_intent_data: { metadata },
      line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: description } } }],
      success_url: returnUrl,
      cancel_url: returnUrl,
    })
  }

  async subscribe({ reference, customer, returnUrl, price }: SubscribeRequest): Promise<Checkout> {
    const metadata = { reference }
    return this.checkout(reference, {
      mode: 'subscription',
      customer,
      client_reference_id: reference,
      metadata,
      subscription_data: { metadata },
      line_items: [{ quantity: 1, price }],
      success_url: returnUrl,
      cancel_url: returnUrl,
    })
  }

  async payment({ id }: { id: string }): Promise<GatewayPayment> {
    return this.call(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(id)
      const intent = session.payment_intent
      const isPaid = session.payment_status === 'paid' && intent
      const refunds = isPaid
        ? (await stripe.refunds.list({ payment_intent: typeof intent === 'string' ? intent : intent.id, limit: 100 }))
            .data
        : []
      return paymentOf(session, refunds)
    })
  }

  async refund({ payment, key, ...money }: RefundOrder): Promise<string> {
    const amount = stripeUnits.toGateway(money)
    const refunded = await this.call(async (stripe) => {
      const intent = payment.startsWith('in_') ? await paymentIntentOf(stripe, payment) : payment
      return stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: key })
    })
    return refunded.id
  }

  async reversals(object: GatewayObject): Promise<Reversal[]> {
    return [await this.call((stripe) => stripeReversal(stripe, object))]
  }

  async beginCard(customer: string): Promise<string> {
    const { client_secret } = await this.call((stripe) =>
      stripe.setupIntents.create({ customer, usage: 'off_session' }),
    )
    return client_secret ?? ''
  }

  async cardPage(customer: string, returnUrl: string): Promise<string> {
    const urls = { success_url: returnUrl, cancel_url: returnUrl }
    const { url } = await this.call((stripe) =>
      stripe.checkout.sessions.create({ mode: 'setup', customer, currency: 'usd', ...urls }),
    )
    return url ?? ''
  }

  async cards(customer: string): Promise<StoredMethod[]> {
    const { data } = await this.call((stripe) =>
      stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 }),
    )
    return cardsOf(data)
  }

  async makeDefaultCard(customer: string, method: string): Promise<void> {
    await this.call((stripe) =>
      stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }),
    )
  }

  async removeCard(_customer: string, method: string): Promise<void> {
    await this.call((stripe) => stripe.paymentMethods.detach(method))
  }

  async charge(request: MethodCharge): Promise<MethodChargeResult> {
    const { currency, customer, method, description, key } = request
    const amount = stripeUnits.toGateway(request)
    // Stripe forgets an idempotency key after a day; what was paid with it is found for ever.
    const { data } = await this.call((stripe) => stripe.paymentIntents.list({ customer, limit: lookedAt }))
    const earlier = data.find(({ metadata }) => metadata.key === key)
    if (earlier) return chargeOf(earlier)
    if (method === null) throw new GatewayError('stripe', { status: 404, reason: 'the customer has no stored card' })
    const confirmed = { payment_method: method, off_session: true, confirm: true, metadata: { key } }
    try {
      return chargeOf(
        await this.call((stripe) =>
          stripe.paymentIntents.create(
            { amount, currency, customer, description, ...confirmed },
            { idempotencyKey: key },
          ),
        ),
      )
    } catch (error) {
      if (error instanceof GatewayError && error.reason === 'amount_too_small') return { status: 'too-small' }
      const reason = declineReason(error)
      if (reason === null) throw error
      return { status: 'declined', reason }
    }
  }

  async subscriptionOf({ id }: { id: string }): Promise<string | null> {
    const { subscription } = await this.call((stripe) => stripe.checkout.sessions.retrieve(id))
    return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
  }

  async subscription(id: string): Promise<GatewaySubscription> {
    return this.call(async (stripe) => this.stateOf(stripe, await stripe.subscriptions.retrieve(id)))
  }

  async cancel(id: string): Promise<GatewaySubscription> {
    return this.call(async (stripe) =>
      this.stateOf(stripe, await stripe.subscriptions.update(id, { cancel_at_period_end: true })),
    )
  }

  async resume(id: string): Promise<GatewaySubscription> {
    return this.call(async (stripe) =>
      this.stateOf(stripe, await stripe.subscriptions.update(id, { cancel_at_period_end: false })),
    )
  }

  /** Takes effect once its invoice is paid: `url` is the invoice whose payment the card or its bank did not allow at once. */
  async change(id: string, price: string): Promise<GatewaySubscription | { url: string }> {
    return this.call(async (stripe) => {
      const { items, cancel_at_period_end } = await stripe.subscriptions.retrieve(id)
      const changed = await stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]?.id ?? '', price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice'],
      })
      const invoice = changed.latest_invoice
      if (changed.pending_update && invoice && typeof invoice !== 'string' && invoice.hosted_invoice_url)
        return { url: invoice.hosted_invoice_url }
      // Stripe takes no other change together with one that may have to wait.
      if (cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false })
      return this.stateOf(stripe, await stripe.subscriptions.retrieve(id))
    })
  }

  managePage = unsupported('stripe')

  async syncPlan({ id, name, description, ...plan }: PlanDetails, price: string | null): Promise<string> {
    const product = { name, ...(description ? { description } : {}) }
    return this.call(async (stripe) => {
      if (price !== null) {
        const found = await stripe.prices.retrieve(price)
        await stripe.products.update(String(found.product), product)
        return price
      }
      const created = await stripe.prices.create(
        {
          currency: plan.currency,
          unit_amount: stripeUnits.toGateway(plan),
          recurring: { interval: plan.interval },
          product_data: { name },
          metadata: { version: id },
        },
        { idempotencyKey: `price:${id}` },
      )
      return created.id
    })
  }

  async archivePlan(price: string): Promise<void> {
    await this.call((stripe) => stripe.prices.update(price, { active: false }))
  }

  async verify(delivery: Delivery): Promise<GatewayEvent | null> {
    return verifyStripe(delivery, this.credentials.webhook, Date.now())
  }

  private async checkout(reference: string, session: Stripe.Checkout.SessionCreateParams): Promise<Checkout> {
    const idempotencyKey = `checkout:${reference}`
    const { id, url } = await this.call((stripe) => stripe.checkout.sessions.create(session, { idempotencyKey }))
    return { id, url: url ?? '' }
  }

  private async stateOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<GatewaySubscription> {
    const invoices = await stripe.invoices.list({ subscription: subscription.id, limit: maxInvoices })
    return subscriptionOf(subscription, invoices.data)
  }

  private async call<T>(use: (stripe: Stripe) => Promise<T>): Promise<T> {
    this.connection ??= connectStripe(this.credentials.secret, this.base)
    return asStripe(this.connection.then(use))
  }
}
