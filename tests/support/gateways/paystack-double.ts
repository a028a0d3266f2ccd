import { createHmac } from 'node:crypto'
import type { ApiCall, ApiResponse } from './double-server.ts'
import { ReversingDouble } from './reversing-double.ts'
import type { CheckoutState, Customer, Payment, SubscriptionState } from './states.ts'

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

const paystackStatus = {
  ...{ inactive: 'pending', active: 'active', unpaid: 'attention', cancelled: 'non-renewing', completed: 'cancelled' },
}

const failed = (message: string): ApiResponse => ({ status: 400, body: { status: false, message } })

export class PaystackDouble extends ReversingDouble {
  readonly name = 'paystack'

  sign(body: string, { secret = this.credentials.secret } = {}) {
    return { 'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex') }
  }

  protected isAllowed({ headers }: ApiCall): boolean {
    return headers.authorization === `Bearer ${this.credentials.secret}`
  }

  protected handle({ method, path, query, body }: ApiCall): ApiResponse | null {
    const [, resource, id = '', action] = path.split('/')
    const named = ['initialize', 'verify', 'charge_authorization', 'deactivate_authorization', 'enable', 'disable']
    const data = this.carryOut(
      `${method} ${resource}${named.includes(id) ? `/${id}` : id ? '/:id' : ''}${action === 'manage' ? '/manage' : ''}`,
      action === 'manage' ? id : (action ?? id),
      body as Body,
      query,
    )
    return data && typeof data === 'object' && 'status' in data && 'body' in data
      ? (data as ApiResponse)
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
      case 'PUT plan/:id':
        this.priceOf(id).name = body.name ?? ''
        return {}
      case 'POST customer':
        return { customer_code: this.customerOf(body.email ?? '').id }
      case 'GET customer/:id':
        return this.customer(this.customers.get(id) as Customer)
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
      ...{ reference, id: reference, amount: Number(amount), currency, customer: this.customerOf(email).id },
      ...{ price: plan ?? null, status: 'open', payment: null, subscription: null },
    })
    return { authorization_url: `${this.base}/pay/${reference}`, reference }
  }

  /** The reference of the checkout is that of the first payment. */
  protected override activate(checkout: CheckoutState): void {
    super.activate(checkout)
    const { payments } = this.subscriptionOf(checkout.subscription ?? '')
    Object.assign(payments[0] as Payment, { id: checkout.reference })
    checkout.payment = payments[0] ?? null
    this.emitPayment(checkout, 'paid')
  }

  private customerOf(email: string): Customer {
    return [...this.customers.values()].find((customer) => customer.email === email) ?? this.newCustomer(email)
  }

  private customer({ id, number, cards }: Customer) {
    const authorizations = cards.map((card) => ({
      authorization_code: card.id,
      brand: 'visa ',
      last4: card.last4,
      exp_month: '04',
      exp_year: '2030',
      reusable: true,
    }))
    return { id: number, customer_code: id, authorizations }
  }

  private transaction(reference: string): unknown {
    const charge = this.charges.get(reference) ?? this.periods().find(({ id }) => id === reference)
    const checkout = this.checkouts.find((one) => one.reference === reference)
    if (!charge && !checkout) return failed('Transaction reference not found')
    const { amount, currency } = charge ?? (checkout as CheckoutState)
    const status =
      charge || checkout?.status === 'paid' ? 'success' : checkout?.status === 'failed' ? 'failed' : 'abandoned'
    const period = this.periods().findIndex(({ id }) => id === reference)
    const id = checkout ? this.checkouts.indexOf(checkout) + 1 : -1 - period
    const paid = charge ?? checkout?.payment
    const customer = checkout ? this.customers.get(checkout.customer) : undefined
    return {
      ...{ id, reference, amount, currency, status, paid_at: paid?.at.toISOString() ?? null },
      ...(customer ? { customer: { id: customer.number, customer_code: customer.id } } : {}),
    }
  }

  /** What subscriptions were paid; their numbers are negative. */
  private periods(): Payment[] {
    return [...this.subscriptions.values()].flatMap(({ payments }) => payments)
  }

  private refundable(reference: string): Payment {
    return this.checkouts.find((one) => one.reference === reference)?.payment ?? this.paymentOf(reference)
  }

  private transactionsOf(customer: number) {
    return [...this.subscriptions.values()]
      .filter((one) => this.customers.get(one.customer)?.number === customer)
      .flatMap(({ payments, price }) =>
        payments.map(({ id, amount, currency, at }) => ({
          id: 0,
          status: 'success',
          reference: id,
          amount,
          currency,
          paid_at: at.toISOString(),
          plan: { plan_code: price },
        })),
      )
  }

  private refundsOf(transaction: number) {
    const payment = transaction < 0 ? this.periods()[-1 - transaction] : this.checkouts[transaction - 1]?.payment
    return (payment?.refunds ?? []).map(({ id, amount, key }) => ({
      id,
      amount,
      currency: payment?.currency,
      status: this.failedRefunds.has(id) ? 'failed' : 'processed',
      merchant_note: key,
    }))
  }

  private subscription({ id, customer, price, status, createdAt, to, overdue }: SubscriptionState) {
    return {
      ...{ subscription_code: id, email_token: `token of ${id}`, createdAt: createdAt.toISOString() },
      // Paystack tries again on the next date of payment, and never gives up.
      status: status === 'active' && overdue ? 'attention' : paystackStatus[status],
      next_payment_date: status === 'active' ? to.toISOString() : null,
      cancelledAt: status === 'completed' ? to.toISOString() : null,
      customer: { id: this.customers.get(customer)?.number, customer_code: customer },
      plan: { plan_code: price, interval: this.priceOf(price).interval === 'year' ? 'annually' : 'monthly' },
    }
  }

  private send(event: string, data: Record<string, unknown>): void {
    // Real ones have no id; without something of its own, two equal events would be one.
    const body = JSON.stringify({ event, data: { id: this.events.length + 1, ...data } })
    this.events.push({ id: String(this.events.length + 1), type: event, body })
  }

  protected emitPayment({ reference }: CheckoutState, what: string): void {
    if (what === 'refunded') this.send('refund.processed', { transaction_reference: reference })
    else this.send('charge.success', { reference })
  }

  protected emitSubscription(subscription: SubscriptionState, what: string): void {
    const { id } = subscription
    if (what === 'paid') this.send('invoice.update', { subscription: { subscription_code: id } })
    else if (what === 'failed') this.send('invoice.payment_failed', { subscription: { subscription_code: id } })
    else
      this.send(
        `subscription.${what === 'created' ? 'create' : what === 'cancelled' ? 'not_renew' : 'disable'}`,
        this.subscription(subscription),
      )
  }

  protected emitCustomer(): void {}

  private presentDispute(id: string) {
    const { payment, outcome } = this.disputeOf(id)
    const { amount, currency } = payment
    const checkout = this.checkouts.find((one) => one.payment === payment)
    const resolution = { open: null, lost: 'merchant-accepted', won: 'declined' }[outcome]
    return {
      ...{ id, status: resolution ? 'resolved' : 'awaiting-merchant-feedback', resolution, refund_amount: null },
      ...{ currency, transaction: { reference: checkout?.reference ?? payment.id, amount } },
    }
  }

  protected emitReversal(kind: 'refund' | 'dispute', id: string, payment: string): void {
    const isDecided = this.disputes.get(id)?.outcome !== 'open'
    if (kind === 'refund') this.send('refund.processed', { transaction_reference: payment })
    else this.send(`charge.dispute.${isDecided ? 'resolve' : 'create'}`, { id })
  }
}
