import { createHmac } from 'node:crypto'
import type { ApiCall, ApiResponse } from './double-server.ts'
import { ReversingDouble } from './reversing-double.ts'
import type { CheckoutState, Payment, SubscriptionState } from './states.ts'
import { cardBodies, invoiceBodies, sessionBody, subscriptionBody } from './stripe-bodies.ts'
import { type Form, parseForm } from './stripe-form.ts'
import { stripeFrame, stripeScript } from './stripe-js.ts'

/** Stripe charges no less, whatever the currency. */
const leastAmount = 50

export class StripeDouble extends ReversingDouble {
  readonly name = 'stripe'
  rejectingRefunds = false
  /** Charges of stored cards, the newest last. */
  readonly intents: { id: string; customer: string; metadata: Record<string, string> }[] = []
  /** The next charges of stored cards are carried out and answered 500. */
  losing = false
  private readonly sentBodies = new Map<string, string>()

  sign(body: string, { secret = this.credentials.webhook, ageSeconds = 0 } = {}) {
    const time = Math.floor(Date.now() / 1_000) - ageSeconds
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${time},v0=old,v1=${signature}` }
  }

  protected isAllowed({ headers, path }: ApiCall): boolean {
    return path.startsWith('/v3/') || headers.authorization === `Bearer ${this.credentials.secret}`
  }

  protected override parse(text: string): Record<string, unknown> {
    return parseForm(text)
  }

  protected handle(call: ApiCall): ApiResponse | null {
    if (call.path.startsWith('/v3/')) return this.browser(call)
    if (call.method === 'GET' || call.method === 'DELETE') return this.read(call)
    const key = call.headers['idempotency-key']
    const own = typeof key === 'string' ? key : undefined
    const [, resource, id, action] = call.path.replace('/checkout/', '/checkout.').split('/').slice(1)
    const form = call.body as Form
    if (resource === 'refunds' && this.rejectingRefunds)
      return { status: 400, body: { error: { type: 'invalid_request_error', code: 'charge_disputed' } } }
    if (resource === 'checkout.sessions' && Number(form.line_items?.['0']?.price_data?.unit_amount) < leastAmount)
      return { status: 400, body: { error: { type: 'invalid_request_error', code: 'amount_too_small' } } }
    if (resource === 'payment_intents') {
      const rejected = this.rejectionOf(form, own, call.text)
      if (rejected) return rejected
    }
    const response = this.once(own, () => ({
      body: this.write(`${resource}${id && action ? `/${action}` : id ? '/:id' : ''}`, id ?? '', form),
    }))
    const isLost = resource === 'payment_intents' && this.losing
    return isLost ? { status: 500, body: { error: { message: 'the answer is lost' } } } : response
  }

  private rejectionOf(form: Form, key: string | undefined, text: string): ApiResponse | null {
    const invalid = (code: string, status = 400) => ({
      status,
      body: { error: { type: 'invalid_request_error', code, message: code } },
    })
    if (key !== undefined && this.remembered.has(key) && this.sentBodies.get(key) !== text)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'the key has other parameters' } } }
    const customer = this.customers.get(String(form.customer))
    if (!customer?.cards.some((card) => card.id === form.payment_method)) return invalid('resource_missing', 404)
    if (Number(form.amount) < leastAmount) return invalid('amount_too_small')
    if (this.declining)
      return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'declined' } } }
    if (key !== undefined) this.sentBodies.set(key, text)
    return null
  }

  /** What a browser loads and sends: no credentials. Cards that end in 0002 are declined. */
  private browser({ path, text }: ApiCall): ApiResponse | null {
    if (path === '/v3/') return { body: stripeScript(this.base), type: 'text/javascript' }
    if (path === '/v3/frame') return { body: stripeFrame, type: 'text/html' }
    const { clientSecret, number } = JSON.parse(text) as { clientSecret: string; number: string }
    if (number.endsWith('0002')) return { body: { error: { message: 'Your card was declined.' } } }
    this.storeCard(clientSecret.slice('seti_secret_'.length), number.slice(-4))
    return { body: {} }
  }

  private read({ path, query }: ApiCall): ApiResponse | null {
    const list = (data: unknown[]) => ({ body: { object: 'list', data, has_more: false } })
    const [, , resource, id, sub] = path.replace('/checkout/', '/checkout.').split('/')
    if (resource === 'payment_intents') {
      const own = this.intents.filter(({ customer }) => customer === query.get('customer')).toReversed()
      return list(own.slice(0, Number(query.get('limit'))).map((intent) => ({ ...intent, status: 'succeeded' })))
    }
    if (resource === 'products') return list([])
    if (resource === 'checkout.sessions')
      return { body: sessionBody(this.checkouts.find((one) => one.id === id) as CheckoutState, this.base) }
    if (resource === 'subscriptions' && id) return { body: subscriptionBody(this.subscriptionOf(id), this.base) }
    if (resource === 'prices' && id) return { body: { id, product: `prod_${id}` } }
    // Subscriptions are paid by invoices, each with a payment intent of its own.
    if (resource === 'invoice_payments') {
      const intent = query.get('invoice')?.slice('in_'.length) ?? query.get('payment[payment_intent]')
      const isPeriod = [...this.subscriptions.values()].some(({ payments }) =>
        payments.some((one) => one.id === intent),
      )
      const payment = { type: 'payment_intent', payment_intent: intent }
      return list(isPeriod ? [{ invoice: `in_${intent}`, payment }] : [])
    }
    if (resource === 'invoices')
      return list(invoiceBodies(this.subscriptionOf(query.get('subscription') ?? ''), this.base))
    if (resource === 'customers' && sub) return list(cardBodies(this.customers.get(id ?? '')))
    if (resource === 'refunds' && id) {
      const { payment, amount } = this.refundOf(id)
      const status = this.failedRefunds.has(id) ? 'failed' : 'succeeded'
      return { body: { id, status, amount, ...this.paidBy(payment) } }
    }
    if (resource === 'disputes') {
      const { payment, outcome } = this.disputeOf(id ?? '')
      const status = outcome === 'open' ? 'needs_response' : outcome
      return { body: { id, status, amount: payment.amount, ...this.paidBy(payment) } }
    }
    if (resource === 'refunds') {
      const paid = this.checkouts.find(({ payment }) => payment?.id === query.get('payment_intent'))?.payment
      return list(
        (paid?.refunds ?? []).map((refund) => ({
          ...refund,
          status: this.failedRefunds.has(refund.id) ? 'failed' : 'succeeded',
          currency: paid?.currency.toLowerCase(),
        })),
      )
    }
    return null
  }

  private write(what: string, id: string, form: Form): unknown {
    switch (what) {
      case 'customers':
        return { id: this.newCustomer(form.email ?? '').id }
      case 'customers/:id':
      case 'products/:id':
        return { id }
      case 'checkout.sessions':
        return form.mode === 'setup'
          ? { id: this.newId('cs'), url: `${this.base}/card/${form.customer}` }
          : sessionBody(this.newSession(form), this.base)
      case 'setup_intents':
        return { id: this.newId('seti'), client_secret: `seti_secret_${form.customer}` }
      case 'payment_methods/detach':
        for (const customer of this.customers.values()) customer.cards = customer.cards.filter((card) => card.id !== id)
        return { id }
      case 'payment_intents': {
        const payment = this.newPayment({ amount: Number(form.amount), currency: String(form.currency) })
        this.charges.set(payment.id, payment)
        this.intents.push({ id: payment.id, customer: form.customer ?? '', metadata: form.metadata ?? {} })
        return { id: payment.id, status: 'succeeded' }
      }
      case 'refunds': {
        const refund = { id: this.newId('re'), amount: Number(form.amount), key: '' }
        this.paymentOf(String(form.payment_intent)).refunds.push(refund)
        return { ...refund, status: 'succeeded' }
      }
      case 'prices': {
        const price = {
          id: this.newId('price'),
          amount: Number(form.unit_amount),
          currency: String(form.currency).toUpperCase(),
          interval: form.recurring?.interval ?? 'month',
          name: form.product_data?.name ?? '',
          active: true,
        }
        this.prices.set(price.id, price)
        return { id: price.id }
      }
      case 'prices/:id':
        this.priceOf(id).active = form.active !== 'false'
        return { id }
      default:
        return this.changeSubscription(this.subscriptionOf(id), form)
    }
  }

  private changeSubscription(subscription: SubscriptionState, form: Form): unknown {
    const price = form.items?.['0']?.price
    const isPending = form.payment_behavior === 'pending_if_incomplete'
    // https://docs.stripe.com/billing/subscriptions/pending-updates-reference
    if (isPending && form.cancel_at_period_end) throw new Error('no pending update of cancel_at_period_end')
    const payment = price && this.declining ? this.newPayment(this.priceOf(price)) : null
    if (payment && isPending) subscription.pending = { price: price ?? '', payment }
    else if (price) Object.assign(subscription, { price, overdue: payment ?? subscription.overdue })
    if (form.cancel_at_period_end) subscription.status = form.cancel_at_period_end === 'true' ? 'cancelled' : 'active'
    this.emitSubscription(subscription, 'updated')
    return subscriptionBody(subscription, this.base)
  }

  private newSession(form: Form): CheckoutState {
    const item = form.line_items?.['0']
    const price = item?.price ? this.priceOf(item.price) : null
    const checkout: CheckoutState = {
      reference: form.metadata?.reference ?? '',
      id: this.newId('cs'),
      amount: price?.amount ?? Number(item?.price_data?.unit_amount),
      currency: price?.currency ?? String(item?.price_data?.currency).toUpperCase(),
      customer: form.customer ?? '',
      ...{ price: price?.id ?? null, status: 'open', payment: null, subscription: null },
    }
    this.checkouts.push(checkout)
    return checkout
  }

  private send(type: string, object: unknown): void {
    this.emit({ object: 'event', type, data: { object } }, type)
  }

  protected emitPayment(checkout: CheckoutState, what: string): void {
    const metadata = { reference: checkout.reference }
    if (what === 'refunded') {
      this.send('charge.refunded', { id: this.newId('ch'), metadata })
      return
    }
    this.send('payment_intent.succeeded', { id: checkout.payment?.id, metadata })
    this.send('checkout.session.completed', sessionBody(checkout, this.base))
  }

  protected emitSubscription(subscription: SubscriptionState, what: string): void {
    const parent = { subscription_details: { subscription: subscription.id } }
    const type = { ended: 'deleted', failed: 'updated', suspended: 'updated' }[what] ?? what
    if (what === 'paid') this.send('invoice.payment_succeeded', { id: this.newId('in'), parent })
    else this.send(`customer.subscription.${type}`, subscriptionBody(subscription, this.base))
    if (what === 'failed') this.send('invoice.payment_failed', { id: this.newId('in'), parent })
  }

  protected emitCustomer(customer: string): void {
    this.send('payment_method.attached', { id: this.newId('pm'), customer })
  }

  private paidBy({ id, currency }: Payment) {
    return { payment_intent: id, currency: currency.toLowerCase() }
  }

  protected emitReversal(kind: 'refund' | 'dispute', id: string): void {
    const isDecided = this.disputes.get(id)?.outcome !== 'open'
    if (kind === 'refund') this.send('refund.created', { id, object: 'refund' })
    else this.send(`charge.dispute.${isDecided ? 'closed' : 'created'}`, { id, object: 'dispute' })
  }
}
