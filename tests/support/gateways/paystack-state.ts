import { createHmac } from 'node:crypto'
import type { DoubleResponse } from './double-server.ts'
import { ReversingDouble } from './reversing-double.ts'
import type { CheckoutState, Customer, Payment, SubscriptionState } from './states.ts'

const paystackStatus = {
  inactive: 'pending',
  active: 'active',
  unpaid: 'attention',
  cancelled: 'non-renewing',
  completed: 'cancelled',
}

export const failed = (message: string, status = 400): DoubleResponse => ({ status, body: { status: false, message } })

/** Paystack's responses about its state, and its events. */
export abstract class PaystackState extends ReversingDouble {
  readonly name = 'paystack'
  /** Payments of subscriptions whose numbers were asked for. */
  private readonly numbered: string[] = []

  sign(body: string, { secret = this.credentials.secret } = {}) {
    return { 'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex') }
  }

  protected customerOf(email: string): Customer {
    return [...this.customers.values()].find((customer) => customer.email === email) ?? this.newCustomer(email)
  }

  protected customer({ id, number, cards }: Customer) {
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

  protected transaction(reference: string): unknown {
    const charge = this.charges.get(reference) ?? this.periods().find(({ id }) => id === reference)
    const checkout = this.checkouts.find((one) => one.reference === reference)
    if (!charge && !checkout) return failed('Transaction reference not found')
    const { amount, currency } = charge ?? (checkout as CheckoutState)
    const status =
      charge || checkout?.status === 'paid' ? 'success' : checkout?.status === 'failed' ? 'failed' : 'abandoned'
    const id = checkout ? this.checkouts.indexOf(checkout) + 1 : -this.numberOf(reference)
    const paid = charge ?? checkout?.payment
    const customer = checkout ? this.customers.get(checkout.customer) : undefined
    return {
      id,
      reference,
      amount,
      currency,
      status,
      paid_at: paid?.at.toISOString() ?? null,
      ...(customer ? { customer: { id: customer.number, customer_code: customer.id } } : {}),
    }
  }

  /** Payments for periods of subscriptions; their numbers are negative. */
  private periods(): Payment[] {
    return [...this.subscriptions.values()].flatMap(({ payments }) => payments)
  }

  /** The same number for a payment at each call. */
  private numberOf(reference: string): number {
    if (!this.numbered.includes(reference)) this.numbered.push(reference)
    return this.numbered.indexOf(reference) + 1
  }

  protected refundable(reference: string): Payment {
    return this.checkouts.find((one) => one.reference === reference)?.payment ?? this.paymentOf(reference)
  }

  protected transactionsOf(customer: number) {
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

  protected refundsOf(transaction: number) {
    const payment =
      transaction < 0 ? this.paymentOf(this.numbered[-1 - transaction] ?? '') : this.checkouts[transaction - 1]?.payment
    return (payment?.refunds ?? []).map(({ id, amount, key, currency = payment?.currency }) => ({
      id,
      amount,
      currency,
      status: this.failedRefunds.has(id) ? 'failed' : 'processed',
      merchant_note: key,
    }))
  }

  protected subscription({ id, customer, price, status, createdAt, to, overdue }: SubscriptionState) {
    return {
      subscription_code: id,
      email_token: `token of ${id}`,
      createdAt: createdAt.toISOString(),
      // Paystack tries again on the next date of payment, and never gives up.
      status: status === 'active' && overdue ? 'attention' : paystackStatus[status],
      next_payment_date: status === 'active' ? to.toISOString() : null,
      cancelledAt: status === 'completed' ? to.toISOString() : null,
      customer: { id: this.customers.get(customer)?.number, customer_code: customer },
      plan: { plan_code: price, interval: this.priceOf(price).interval === 'year' ? 'annually' : 'monthly' },
    }
  }

  private send(event: string, data: Record<string, unknown>): void {
    const body = JSON.stringify({ event, data })
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

  protected presentDispute(id: string) {
    const { payment, outcome } = this.disputeOf(id)
    const { amount, currency } = payment
    const checkout = this.checkouts.find((one) => one.payment === payment)
    const resolution = { open: null, lost: 'merchant-accepted', won: 'declined' }[outcome]
    return {
      id,
      status: resolution ? 'resolved' : 'awaiting-merchant-feedback',
      resolution,
      refund_amount: null,
      currency,
      transaction: { reference: checkout?.reference ?? payment.id, amount },
    }
  }

  protected emitReversal(kind: 'refund' | 'dispute', id: string, payment: string): void {
    const isDecided = this.disputes.get(id)?.outcome !== 'open'
    if (kind === 'refund') this.send('refund.processed', { transaction_reference: payment })
    else this.send(`charge.dispute.${isDecided ? 'resolve' : 'create'}`, { id })
  }
}
