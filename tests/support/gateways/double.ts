import { MissingError, ProviderDate, ServedDouble } from './served-double.ts'
import type { CheckoutState, Customer, Payment, Price, SubscriptionState, Uncharged } from './states.ts'

const months = { month: 1, year: 12 }

/** End of a period: as many calendar months later, at Paystack's latest day, which every month has. */
const endOf = (from: Date, interval: keyof typeof months): Date => {
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + months[interval], Math.min(from.getUTCDate(), 28))
  return to
}

/** A payment gateway with the state of a real one, as a server of its own. Subclasses speak a provider's language. */
export abstract class GatewayDouble extends ServedDouble {
  readonly customers = new Map<string, Customer>()
  readonly checkouts: CheckoutState[] = []
  readonly prices = new Map<string, Price>()
  readonly subscriptions = new Map<string, SubscriptionState>()
  readonly charges = new Map<string, Payment>()
  /** Stored cards are declined. */
  declining = false
  /** The user pays at the gateway's page. */
  pay(reference: string): void {
    const checkout = this.checkoutOf(reference)
    if (checkout.price === null) this.payOnce(checkout)
    else this.activate(checkout)
  }

  /** Somebody at the gateway's dashboard gives money back. */
  refund(reference: string, amount: number): void {
    const checkout = this.checkoutOf(reference)
    checkout.payment?.refunds.push({ id: this.newId('re'), amount, key: '' })
    this.emitPayment(checkout, 'refunded')
  }

  /** The gateway charges for the next period. */
  renew(id: string): void {
    const subscription = this.subscriptionOf(id)
    this.beginPeriod(subscription)
    subscription.paidFrom = subscription.from
    subscription.payments.push(this.periodPayment(subscription))
    this.emitSubscription(subscription, 'paid')
  }

  /** The next period begins, and nothing is taken for it. */
  renewUncharged(id: string, why: Uncharged): void {
    const subscription = this.subscriptionOf(id)
    this.beginPeriod(subscription)
    subscription.paidFrom = subscription.from
    subscription.uncharged.push({ ...this.periodPayment(subscription), why })
    this.emitSubscription(subscription, 'updated')
  }

  /** The next period begins, but the gateway cannot charge for it. */
  failRenewal(id: string): void {
    const subscription = this.subscriptionOf(id)
    if (subscription.overdue) subscription.unpaid.push(subscription.overdue)
    this.beginPeriod(subscription)
    subscription.overdue = this.periodPayment(subscription)
    this.emitSubscription(subscription, 'failed')
  }

  /** The gateway tries no more to charge for the period that was not paid. */
  giveUp(id: string): void {
    const subscription = this.subscriptionOf(id)
    subscription.status = 'unpaid'
    this.emitSubscription(subscription, 'suspended')
  }

  /** Pays the open amount of a subscription: its period, or a change of plan. A subscription that ended unpaid has none. */
  settle(id: string): void {
    const subscription = this.subscriptionOf(id)
    const { pending, overdue, status } = subscription
    if (status === 'completed' && !overdue) return
    if (pending) {
      subscription.payments.push({ ...pending.payment, at: new Date() })
      Object.assign(subscription, { price: pending.price, pending: null })
    }
    for (const owed of overdue ? [...subscription.unpaid.splice(0), overdue] : [])
      subscription.payments.push({ ...owed, at: new Date() })
    const paid = status === 'completed' ? status : 'active'
    Object.assign(subscription, { overdue: null, status: paid, paidFrom: subscription.from })
    this.emitSubscription(subscription, 'paid')
  }

  /** The subscription ends now. */
  end(id: string): void {
    const subscription = this.subscriptionOf(id)
    subscription.status = 'completed'
    subscription.to = new ProviderDate()
    this.emitSubscription(subscription, 'ended')
  }

  storeCard(customer: string, last4: string): void {
    this.customers.get(customer)?.cards.push({ id: this.newId('pm'), last4 })
    this.emitCustomer(customer)
  }

  checkoutOf(reference: string): CheckoutState {
    const found = this.checkouts.find((checkout) => checkout.reference === reference)
    if (!found) throw new MissingError(`${this.name} has no checkout ${reference}`)
    return found
  }

  subscriptionOf(id: string): SubscriptionState {
    const found = this.subscriptions.get(id)
    if (!found) throw new MissingError(`${this.name} has no subscription ${id}`)
    return found
  }

  priceOf(id: string): Price {
    const found = this.prices.get(id)
    if (!found) throw new MissingError(`${this.name} has no price ${id}`)
    return found
  }

  /** A payment of whatever kind: of a checkout, a stored card or a period of a subscription. */
  paymentOf(id: string): Payment {
    const found = this.allPayments().find((payment) => payment.id === id)
    if (!found) throw new MissingError(`${this.name} has no payment ${id}`)
    return found
  }

  protected allPayments(): Payment[] {
    return [
      ...this.checkouts.flatMap(({ payment }) => (payment ? [payment] : [])),
      ...this.charges.values(),
      ...[...this.subscriptions.values()].flatMap(({ payments }) => payments),
    ]
  }

  protected abstract emitPayment(checkout: CheckoutState, what: 'paid' | 'approved' | 'refunded'): void
  protected abstract emitSubscription(subscription: SubscriptionState, what: string): void
  protected abstract emitCustomer(customer: string): void
  protected payOnce(checkout: CheckoutState): void {
    checkout.status = 'paid'
    checkout.payment = this.newPayment(checkout)
    this.emitPayment(checkout, 'paid')
  }

  protected activate(checkout: CheckoutState): void {
    const id = checkout.subscription ?? this.newId('sub')
    const from = new Date()
    const price = this.priceOf(checkout.price ?? '')
    const subscription: SubscriptionState = {
      id,
      reference: checkout.reference,
      customer: checkout.customer,
      price: price.id,
      status: 'active',
      from,
      createdAt: from,
      paidFrom: from,
      to: endOf(from, price.interval),
      payments: [],
      overdue: null,
      unpaid: [],
      uncharged: [],
      pending: null,
    }
    subscription.payments.push(this.periodPayment(subscription))
    this.subscriptions.set(id, subscription)
    checkout.status = 'paid'
    checkout.subscription = id
    this.emitSubscription(subscription, 'created')
    this.emitSubscription(subscription, 'paid')
  }

  private beginPeriod(subscription: SubscriptionState): void {
    subscription.from = subscription.to
    subscription.to = endOf(subscription.to, this.priceOf(subscription.price).interval)
  }

  protected newPayment({ amount, currency }: { amount: number; currency: string }): Payment {
    return { id: this.newId('pay'), amount, currency, at: new ProviderDate(), refunds: [] }
  }

  /** For the running period. */
  protected periodPayment({ price, from, to }: SubscriptionState): Payment {
    return { ...this.newPayment(this.priceOf(price)), paidFor: { price, from, to } }
  }

  protected newCustomer(email: string): Customer {
    const number = this.customers.size + 1
    const customer = { id: this.newId('cus'), number, email, cards: [] }
    this.customers.set(customer.id, customer)
    return customer
  }
}
