import { createHmac } from 'node:crypto'
import type { DoubleCall, DoubleResponse } from './double-server.ts'
import { ReversingDouble } from './reversing-double.ts'
import { ProviderDate } from './served-double.ts'
import type { CheckoutState, Payment, SubscriptionState } from './states.ts'
import { cardBodies, invoiceBodies, sessionBody, stripeSubscriptionBody } from './stripe-bodies.ts'

/** Stripe's responses about its state, and its events. */
export abstract class StripeState extends ReversingDouble {
  readonly name = 'stripe'

  /** Charges of stored cards, the newest last. */
  readonly intents: { id: string; customer: string; metadata: Record<string, string>; status?: string }[] = []
  /** Customer → the user that it was created for. */
  readonly userIds = new Map<string, string>()
  /** Cards that customers and subscriptions are charged to, by their ids. */
  readonly defaultMethods = new Map<string, string>()
  /** As an operator deletes them in the dashboard: a call still finds them, so marked. */
  readonly deletedCustomers = new Set<string>()

  sign(body: string, { secret = this.credentials.webhook, ageSeconds = 0 } = {}) {
    const time = Math.floor(ProviderDate.now() / 1_000) - ageSeconds
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${time},v0=old,v1=${signature}` }
  }

  protected read({ path, query }: DoubleCall): DoubleResponse | null {
    const list = (data: unknown[]) => ({ body: { object: 'list', data, has_more: false } })
    const [, , resource, id, sub] = path.replace('/checkout/', '/checkout.').split('/')
    if (resource === 'payment_intents') {
      const own = this.intents.filter(({ customer }) => customer === query.get('customer')).toReversed()
      return list(
        own.slice(0, Number(query.get('limit'))).map((intent) => {
          const { amount = 0, currency = '' } = this.charges.get(intent.id) ?? {}
          return { status: 'succeeded', ...intent, amount, currency: currency.toLowerCase() }
        }),
      )
    }
    if (resource === 'products') return list([])
    if (resource === 'checkout.sessions')
      return { body: sessionBody(this.checkouts.find((one) => one.id === id) as CheckoutState, this.base) }
    if (resource === 'subscriptions' && !id) {
      const ofCustomer = [...this.subscriptions.values()].filter(({ customer }) => customer === query.get('customer'))
      return list(ofCustomer.map((subscription) => stripeSubscriptionBody(subscription, this.base)))
    }
    if (resource === 'subscriptions' && id) return { body: stripeSubscriptionBody(this.subscriptionOf(id), this.base) }
    if (resource === 'prices' && id) return { body: { id: this.priceOf(id).id, product: `prod_${id}` } }
    if (resource === 'customers' && id === 'search') {
      const user = query.get('query')?.split("'").at(-2)
      const found = [...this.userIds].find(
        ([customer, userId]) => userId === user && this.customers.has(customer) && !this.deletedCustomers.has(customer),
      )
      return list(found ? [{ id: found[0] }] : [])
    }
    if (resource === 'customers' && id && !sub && this.deletedCustomers.has(id)) return { body: { id, deleted: true } }
    if (resource === 'customers' && id && !sub) return this.customers.has(id) ? { body: { id } } : null
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

  protected send(type: string, object: unknown, previous_attributes?: Record<string, unknown>): void {
    this.emit({ object: 'event', type, data: { object, previous_attributes } }, type)
  }

  /** By a call, or at the dashboard. */
  detachCard(card: string): void {
    for (const customer of this.customers.values()) {
      if (!customer.cards.some(({ id }) => id === card)) continue
      customer.cards = customer.cards.filter(({ id }) => id !== card)
      this.send('payment_method.detached', { id: card, customer: null }, { customer: customer.id })
    }
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
    else this.send(`customer.subscription.${type}`, stripeSubscriptionBody(subscription, this.base))
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
