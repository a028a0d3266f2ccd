import type { DoubleCall, DoubleResponse } from './double-server.ts'
import { failed, PaystackState } from './paystack-state.ts'
import type { CheckoutState, Customer, Payment } from './states.ts'

interface Body {
  email?: string
  amount?: number
  currency?: string
  reference?: string
  plan?: string
  name?: string
  interval?: string
  transaction?: string
  merchant_note?: string
  code?: string
  authorization_code?: string
}

/** Paystack's API: the effects of calls. */
export class PaystackDouble extends PaystackState {
  protected isAllowed({ headers }: DoubleCall): boolean {
    return headers.authorization === `Bearer ${this.credentials.secret}`
  }

  protected handle({ method, path, query, body }: DoubleCall): DoubleResponse | null {
    const [, resource, id = '', action] = path.split('/')
    const named = ['initialize', 'verify', 'charge_authorization', 'deactivate_authorization', 'enable', 'disable']
    const data = this.carryOut(
      `${method} ${resource}${named.includes(id) ? `/${id}` : id ? '/:id' : ''}${action === 'manage' ? '/manage' : ''}`,
      action === 'manage' ? id : (action ?? id),
      body as Body,
      query,
    )
    return data && typeof data === 'object' && 'status' in data && 'body' in data
      ? (data as DoubleResponse)
      : { body: { status: true, data } }
  }

  private carryOut(what: string, id: string, body: Body, query: URLSearchParams): unknown {
    switch (what) {
      case 'GET plan':
        return []
      case 'POST plan': {
        const price = {
          id: this.newId('PLN'),
          amount: Number(body.amount),
          currency: body.currency ?? '',
          interval: body.interval === 'annually' ? ('year' as const) : ('month' as const),
          name: body.name ?? '',
          active: true,
        }
        this.prices.set(price.id, price)
        return { plan_code: price.id }
      }
      case 'GET plan/:id':
        return { plan_code: this.priceOf(id).id }
      case 'PUT plan/:id':
        this.priceOf(id).name = body.name ?? ''
        return {}
      case 'POST customer':
        return { customer_code: this.customerOf(body.email ?? '').id }
      case 'GET customer/:id':
        return this.customers.has(id)
          ? this.customer(this.customers.get(id) as Customer)
          : failed('Customer not found', 404)
      case 'POST customer/deactivate_authorization':
        for (const customer of this.customers.values())
          customer.cards = customer.cards.filter((card) => card.id !== body.authorization_code)
        return {}
      case 'POST transaction/initialize':
        return this.initialize(body)
      case 'GET transaction/verify':
        return this.transaction(id)
      case 'POST transaction/charge_authorization': {
        const reference = body.reference ?? ''
        if (this.charges.has(reference)) return failed('Duplicate Transaction Reference')
        this.charges.set(reference, {
          ...this.newPayment({ amount: Number(body.amount), currency: body.currency ?? '' }),
          id: reference,
        })
        return this.transaction(reference)
      }
      case 'GET transaction':
        return this.transactionsOf(Number(query.get('customer')))
      case 'GET refund':
        return this.refundsOf(Number(query.get('transaction')))
      case 'POST refund': {
        const payment = this.refundable(body.transaction ?? '')
        const id = `${payment.id}-${payment.refunds.length + 1}`
        payment.refunds.push({ id, amount: Number(body.amount), key: body.merchant_note ?? '' })
        return { id }
      }
      case 'GET dispute/:id':
        return this.presentDispute(id)
      case 'GET subscription':
        return [...this.subscriptions.values()]
          .filter(({ customer }) => this.customers.get(customer)?.number === Number(query.get('customer')))
          .map((subscription) => this.subscription(subscription))
      case 'GET subscription/:id/manage':
        return { link: `${this.base}/manage/${this.subscriptionOf(id).id}` }
      case 'GET subscription/:id':
        return this.subscription(this.subscriptionOf(id))
      default: {
        const subscription = this.subscriptionOf(body.code ?? '')
        const isOver = subscription.status === 'cancelled' || subscription.status === 'completed'
        if (isOver && what === 'POST subscription/disable')
          return failed('Subscription with code not found or already inactive')
        subscription.status = what === 'POST subscription/enable' ? 'active' : 'cancelled'
        this.emitSubscription(subscription, subscription.status === 'active' ? 'enabled' : 'cancelled')
        return {}
      }
    }
  }

  private initialize({ email = '', amount, currency = '', reference = '', plan }: Body): unknown {
    if (this.checkouts.some((checkout) => checkout.reference === reference))
      return failed('Duplicate Transaction Reference')
    this.checkouts.push({
      reference,
      id: reference,
      amount: Number(amount),
      currency,
      customer: this.customerOf(email).id,
      price: plan ?? null,
      status: 'open',
      payment: null,
      subscription: null,
    })
    return { authorization_url: `${this.base}/pay/${reference}`, reference }
  }

  /** The payment has the reference of the checkout. */
  protected override payOnce(checkout: CheckoutState): void {
    super.payOnce(checkout)
    Object.assign(checkout.payment as Payment, { id: checkout.reference })
  }

  /** The first payment has the reference of the checkout. */
  protected override activate(checkout: CheckoutState): void {
    super.activate(checkout)
    const { payments } = this.subscriptionOf(checkout.subscription ?? '')
    Object.assign(payments[0] as Payment, { id: checkout.reference })
    checkout.payment = payments[0] ?? null
    this.emitPayment(checkout, 'paid')
  }
}
