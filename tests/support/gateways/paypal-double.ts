import type { DoubleCall, DoubleResponse } from './double-server.ts'
import { approvalLinks, disputeBody, orderBody, transactionsBody } from './paypal-bodies.ts'
import { type Money, money, moneyOf } from './paypal-money.ts'
import { PayPalState } from './paypal-state.ts'
import type { CheckoutState } from './states.ts'

interface Body {
  id?: string
  product_id?: string
  purchase_units?: [{ custom_id: string; amount: Money }]
  plan_id?: string
  custom_id?: string
  amount?: Money
  application_context?: { return_url?: string; cancel_url?: string }
  name?: string
  billing_cycles?: [{ frequency: { interval_unit: string }; pricing_scheme: { fixed_price: Money } }]
}

/** PayPal's API: the effects of calls. */
export class PayPalDouble extends PayPalState {
  private readonly products = new Set<string>()
  /** Why a capture fails while payments are declined. */
  declineIssue = 'INSTRUMENT_DECLINED'
  /** By plan. */
  readonly productOf = new Map<string, string>()

  protected isAllowed({ path, headers }: DoubleCall): boolean {
    const { key, secret } = this.credentials
    const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    return headers.authorization === (path === '/v1/oauth2/token' ? basic : `Bearer token of ${secret}`)
  }

  protected handle(call: DoubleCall): DoubleResponse | null {
    const { path, method, headers } = call
    if (path === '/v1/oauth2/token')
      return { body: { access_token: `token of ${this.credentials.secret}`, expires_in: 30_000 } }
    if (path === '/v1/notifications/verify-webhook-signature') return this.verification(call)
    const [, , group, resource, id = '', action] = path.split('/')
    const what = `${method} ${group}/${resource}${id ? '/:id' : ''}${action ? `/${action}` : ''}`
    const key = headers['paypal-request-id']
    return this.once(typeof key === 'string' ? key : undefined, () => this.carryOut(what, id, call))
  }

  private carryOut(what: string, id: string, call: DoubleCall): DoubleResponse {
    const body = call.body as Body
    switch (what) {
      case 'GET billing/plans':
        return { body: { plans: [] } }
      case 'GET billing/plans/:id':
        return {
          body: {
            id,
            status: this.priceOf(id).active ? 'ACTIVE' : 'INACTIVE',
            billing_cycles: [{ frequency: { interval_unit: this.priceOf(id).interval.toUpperCase() } }],
          },
        }
      case 'GET catalogs/products/:id':
        return this.products.has(id) ? { body: { id } } : { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
      case 'POST catalogs/products': {
        const product = body.id ?? this.newId('PROD')
        if (this.products.has(product)) return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } }
        this.products.add(product)
        return { status: 201, body: { id: product } }
      }
      case 'POST billing/plans':
        return { status: 201, body: { id: this.newPrice(body) } }
      case 'PATCH billing/plans/:id':
        return { status: 200, body: {} }
      case 'POST billing/plans/:id/deactivate': {
        const price = this.priceOf(id)
        if (!price.active) return { status: 422, body: { details: [{ issue: 'PLAN_STATUS_INVALID' }] } }
        price.active = false
        return { status: 200, body: {} }
      }
      case 'POST checkout/orders':
        return { status: 201, body: orderBody(this.newOrder(body), this.base) }
      case 'GET checkout/orders/:id':
        return { body: orderBody(this.orderOf(id), this.base) }
      case 'POST checkout/orders/:id/capture': {
        const order = this.orderOf(id)
        if (this.declining) return { status: 422, body: { details: [{ issue: this.declineIssue }] } }
        if (order.status === 'approved') this.capture(order)
        return { status: 201, body: orderBody(order, this.base) }
      }
      case 'POST payments/captures/:id/refund':
        return this.takeRefund(id, body.amount as Money, { isSale: false })
      case 'POST payments/sale/:id/refund': {
        const { total: value, currency: currency_code } = call.body.amount as { total: string; currency: string }
        return this.takeRefund(id, { value, currency_code }, { isSale: true })
      }
      case 'GET payments/refund/:id': {
        const { payment, amount } = this.refundOf(id)
        const { value, currency_code: currency } = money({ ...payment, amount })
        const state = this.failedRefunds.has(id) ? 'failed' : 'completed'
        return { body: { id, sale_id: payment.id, state, amount: { total: `-${value}`, currency } } }
      }
      case 'GET customer/disputes/:id':
        return { body: disputeBody(this.disputeOf(id)) }
      case 'POST billing/subscriptions':
        return { status: 201, body: this.newSubscription(body) }
      case 'GET billing/subscriptions/:id':
        return { body: this.subscription(id) }
      case 'GET billing/subscriptions/:id/transactions':
        return { body: transactionsBody(this.subscriptions.get(id) ?? { payments: [] }, call.query) }
      case 'POST billing/subscriptions/:id/cancel': {
        const subscription = this.subscriptionOf(id)
        if (subscription.status === 'cancelled' || subscription.status === 'completed')
          return { status: 422, body: { details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] } }
        subscription.status = 'cancelled'
        this.emitSubscription(subscription, 'cancelled')
        return { status: 200, body: {} }
      }
      default: {
        const subscription = this.subscriptionOf(id)
        const { return_url, cancel_url } = body.application_context ?? {}
        if (!return_url || !cancel_url) return { status: 400, body: { name: 'INVALID_REQUEST' } }
        // "You can upgrade or downgrade to subscription plans under the same product."
        const [from, to] = [subscription.price, body.plan_id ?? ''].map((plan) => this.productOf.get(plan))
        if (from !== to) return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } }
        subscription.price = body.plan_id ?? subscription.price
        this.emitSubscription(subscription, 'updated')
        return { body: { id, links: approvalLinks(this.base, id) } }
      }
    }
  }

  /** Payments for subscriptions are sales of the older API, and no captures. */
  private takeRefund(id: string, amount: Money, { isSale }: { isSale: boolean }): DoubleResponse {
    const payment = this.paymentOf(id)
    if (isSale !== (payment.paidFor !== undefined)) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
    const refund = { id: this.newId('REF'), amount: moneyOf(amount).amount, key: '' }
    payment.refunds.push(refund)
    return { status: 201, body: { id: refund.id } }
  }

  private newPrice({ name = '', billing_cycles, product_id = '' }: Body): string {
    const [cycle] = billing_cycles ?? []
    const id = this.newId('P')
    const interval = cycle?.frequency.interval_unit === 'YEAR' ? 'year' : 'month'
    this.productOf.set(id, product_id)
    this.prices.set(id, { id, ...moneyOf(cycle?.pricing_scheme.fixed_price as Money), interval, name, active: true })
    return id
  }

  private newOrder({ purchase_units }: Body): CheckoutState {
    const [unit] = purchase_units ?? []
    const order: CheckoutState = {
      reference: unit?.custom_id ?? '',
      id: this.newId('ORDER'),
      ...moneyOf(unit?.amount as Money),
      customer: '',
      price: null,
      status: 'open',
      payment: null,
      subscription: null,
    }
    this.checkouts.push(order)
    return order
  }

  private newSubscription({ plan_id = '', custom_id = '' }: Body) {
    const id = this.newId('I')
    const { amount, currency } = this.priceOf(plan_id)
    this.checkouts.push({
      reference: custom_id,
      id,
      amount,
      currency,
      customer: '',
      price: plan_id,
      status: 'open',
      payment: null,
      subscription: id,
    })
    return { id, links: approvalLinks(this.base, id) }
  }

  /** The user agrees; the money moves when the order is captured. */
  protected override payOnce(checkout: CheckoutState): void {
    checkout.status = 'approved'
    this.emitPayment(checkout, 'approved')
  }

  private capture(order: CheckoutState): void {
    order.status = 'paid'
    order.payment = this.newPayment(order)
    this.emitPayment(order, 'paid')
  }
}
