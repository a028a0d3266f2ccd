import type { DoubleCall, DoubleResponse } from './double-server.ts'
import { MissingError } from './served-double.ts'
import type { CheckoutState, SubscriptionState } from './states.ts'
import { sessionBody, stripeSubscriptionBody } from './stripe-bodies.ts'
import { type Form, parseForm } from './stripe-form.ts'
import { stripeFrame, stripeScript } from './stripe-js.ts'
import { StripeState } from './stripe-state.ts'

/** Stripe charges no less, whatever the currency. */
const leastAmount = 50

/** Stripe's API: the effects of calls. */
export class StripeDouble extends StripeState {
  rejectingRefunds = false
  /** Changes of invoices are answered 500. */
  failingInvoices = false
  /** The next charges of stored cards are carried out and answered 500. */
  losing = false
  /** Customers whose form offers whatever the Stripe account does: they enter something else than a card. */
  private readonly offered = new Set<string>()
  private readonly sentBodies = new Map<string, string>()

  protected isAllowed({ headers, path }: DoubleCall): boolean {
    return path.startsWith('/v3/') || headers.authorization === `Bearer ${this.credentials.secret}`
  }

  protected override parse(text: string): Record<string, unknown> {
    return parseForm(text)
  }

  protected handle(call: DoubleCall): DoubleResponse | null {
    if (call.path.startsWith('/v3/')) return this.browser(call)
    if (call.method === 'DELETE') return this.endNow(call)
    if (call.method === 'GET') return this.read(call)
    const key = call.headers['idempotency-key']
    const own = typeof key === 'string' ? key : undefined
    const [, resource, id, action] = call.path.replace('/checkout/', '/checkout.').split('/').slice(1)
    const form = call.body as Form
    if (resource === 'refunds' && this.rejectingRefunds)
      return { status: 400, body: { error: { type: 'invalid_request_error', code: 'charge_disputed' } } }
    if (resource === 'invoices' && this.failingInvoices)
      return { status: 500, body: { error: { message: 'try again' } } }
    if (resource === 'checkout.sessions' && this.itemAmount(form) < leastAmount)
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

  private rejectionOf(form: Form, key: string | undefined, text: string): DoubleResponse | null {
    const invalid = (code: string, status = 400) => ({
      status,
      body: { error: { type: 'invalid_request_error', code, message: code } },
    })
    if (key !== undefined && this.remembered.has(key) && this.sentBodies.get(key) !== text)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'the key has other parameters' } } }
    const customer = this.customers.get(String(form.customer))
    if (!customer?.cards.some((card) => card.id === form.payment_method)) return invalid('resource_missing', 404)
    if (Number(form.amount) < leastAmount) return invalid('amount_too_small')
    if (this.declining) {
      this.intents.push({
        id: this.newId('pi'),
        customer: form.customer ?? '',
        metadata: form.metadata ?? {},
        status: 'requires_payment_method',
      })
      return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'declined' } } }
    }
    if (key !== undefined) this.sentBodies.set(key, text)
    return null
  }

  /** Responses to a browser's calls, which have no credentials. Cards that end in 0002 are declined. */
  private browser({ path, text }: DoubleCall): DoubleResponse | null {
    if (path === '/v3/') return { body: stripeScript(this.base), type: 'text/javascript' }
    if (path === '/v3/frame') return { body: stripeFrame, type: 'text/html' }
    const { clientSecret, number } = JSON.parse(text) as { clientSecret: string; number: string }
    if (number.endsWith('0002')) return { body: { error: { message: 'Your card was declined.' } } }
    this.storeCard(clientSecret.slice('seti_secret_'.length), number.slice(-4))
    return { body: {} }
  }

  private write(what: string, id: string, form: Form): unknown {
    switch (what) {
      case 'customers':
        return { id: this.customerFor(form) }
      case 'customers/:id':
        if (form.email) Object.assign(this.customers.get(id) ?? {}, { email: form.email })
        else this.defaultMethods.set(id, form.invoice_settings?.default_payment_method ?? '')
        return { id }
      case 'products/:id':
        return { id }
      case 'checkout.sessions':
        if (form.mode === 'setup') this.offerMeans(form)
        return form.mode === 'setup'
          ? { id: this.newId('cs'), url: `${this.base}/card/${form.customer}` }
          : sessionBody(this.newSession(form), this.base)
      case 'checkout.sessions/expire': {
        const checkout = this.checkouts.find((one) => one.id === id)
        if (checkout?.status !== 'open') throw new MissingError('only an open session expires')
        checkout.status = 'failed'
        return sessionBody(checkout, this.base)
      }
      case 'setup_intents':
        this.offerMeans(form)
        return { id: this.newId('seti'), client_secret: `seti_secret_${form.customer}` }
      case 'payment_methods/detach':
        this.detachCard(id)
        return { id }
      case 'payment_intents': {
        const payment = this.newPayment({ amount: Number(form.amount), currency: String(form.currency) })
        this.charges.set(payment.id, payment)
        this.intents.push({ id: payment.id, customer: form.customer ?? '', metadata: form.metadata ?? {} })
        return { id: payment.id, amount: payment.amount, currency: form.currency, status: 'succeeded' }
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
      // A void invoice cannot be paid; a draft without automatic collection is never charged.
      case 'invoices/void':
      case 'invoices/:id':
        for (const subscription of this.subscriptions.values()) {
          if (`in_${subscription.overdue?.id}` === id) subscription.overdue = null
          subscription.unpaid = subscription.unpaid.filter((one) => `in_${one.id}` !== id)
        }
        return { id }
      case 'prices/:id':
        this.priceOf(id).active = form.active !== 'false'
        return { id }
      default:
        return this.changeSubscription(this.subscriptionOf(id), form)
    }
  }

  /** Since the API of 2023-08-16, a form offers all means of payment of the account, unless the call names some. */
  private offerMeans({ customer = '', allowed_payment_method_types: allowed }: Form): void {
    if (allowed?.['0'] === 'card' && !allowed['1']) this.offered.delete(customer)
    else this.offered.add(customer)
  }

  override storeCard(customer: string, last4: string): void {
    if (this.offered.has(customer))
      this.customers.get(customer)?.cards.push({ id: this.newId('pm'), last4, isOther: true })
    else super.storeCard(customer, last4)
  }

  private customerFor({ email = '', metadata }: Form): string {
    const { id } = this.newCustomer(email)
    this.userIds.set(id, metadata?.userId ?? '')
    return id
  }

  /** Ends a subscription at once. Its debts stay open. */
  private endNow({ path }: DoubleCall): DoubleResponse {
    const subscription = this.subscriptionOf(path.split('/').at(-1) ?? '')
    this.end(subscription.id)
    return { body: stripeSubscriptionBody(subscription, this.base) }
  }

  private changeSubscription(subscription: SubscriptionState, form: Form): unknown {
    const price = form.items?.['0']?.price
    if (form.default_payment_method) this.defaultMethods.set(subscription.id, form.default_payment_method)
    const isPending = form.payment_behavior === 'pending_if_incomplete'
    // https://docs.stripe.com/billing/subscriptions/pending-updates-reference
    if (isPending && form.cancel_at_period_end) throw new Error('no pending update of cancel_at_period_end')
    const payment = price && this.declining ? this.newPayment(this.priceOf(price)) : null
    if (payment && isPending) subscription.pending = { price: price ?? '', payment }
    else if (price) Object.assign(subscription, { price, overdue: payment ?? subscription.overdue })
    if (form.cancel_at_period_end) subscription.status = form.cancel_at_period_end === 'true' ? 'cancelled' : 'active'
    if (form.cancel_at === '') subscription.endsOn = undefined
    this.emitSubscription(subscription, 'updated')
    return stripeSubscriptionBody(subscription, this.base)
  }

  private itemAmount(form: Form): number {
    const { price, price_data } = form.line_items?.['0'] ?? {}
    return price ? this.priceOf(price).amount : Number(price_data?.unit_amount)
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
      price: price?.id ?? null,
      status: 'open',
      payment: null,
      subscription: null,
    }
    this.checkouts.push(checkout)
    return checkout
  }
}
