import { createHmac } from 'node:crypto'
import type { DoubleCall, DoubleResponse } from './double-server.ts'
import { orderBody, payPalSubscriptionBody, proposedBody } from './paypal-bodies.ts'
import { ReversingDouble } from './reversing-double.ts'
import { MissingError } from './served-double.ts'
import type { CheckoutState, SubscriptionState } from './states.ts'

/**
 * PayPal's responses about its state, and its events. Signatures of events are checked by a call, whatever their kind: here
 * they are HMACs with the webhook's id.
 */
export abstract class PayPalState extends ReversingDouble {
  readonly name = 'paypal'

  sign(body: string, { secret = this.credentials.webhook } = {}) {
    const time = new Date().toISOString()
    return {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/cert',
      'paypal-transmission-id': this.newId('tr'),
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
    }
  }

  /** As PayPal does, it looks at the bytes of the event. */
  protected verification({ text, body }: DoubleCall): DoubleResponse {
    const event = text.slice(text.indexOf('"webhook_event":') + 16, -1)
    const wanted = createHmac('sha256', this.credentials.webhook)
      .update(`${body.transmission_time}.${event}`)
      .digest('hex')
    const isValid = body.transmission_sig === wanted && body.webhook_id === this.credentials.webhook
    return { body: { verification_status: isValid ? 'SUCCESS' : 'FAILURE' } }
  }

  protected orderOf(id: string): CheckoutState {
    return this.checkouts.find((checkout) => checkout.id === id) as CheckoutState
  }

  protected subscription(id: string) {
    const found = this.subscriptions.get(id)
    const proposed = this.orderOf(id)
    if (!found && !proposed) throw new MissingError(`paypal has no subscription ${id}`)
    return found ? payPalSubscriptionBody(found) : proposedBody(proposed)
  }

  private send(event_type: string, resource: unknown): void {
    this.emit({ event_type, resource }, event_type)
  }

  protected emitPayment(checkout: CheckoutState, what: string): void {
    if (what === 'approved') this.send('CHECKOUT.ORDER.APPROVED', orderBody(checkout, this.base))
    else
      this.send(`PAYMENT.CAPTURE.${what === 'refunded' ? 'REFUNDED' : 'COMPLETED'}`, {
        id: this.newId('C'),
        custom_id: checkout.reference,
      })
  }

  protected emitSubscription({ id }: SubscriptionState, what: string): void {
    const types: Record<string, string> = {
      created: 'ACTIVATED',
      updated: 'UPDATED',
      cancelled: 'CANCELLED',
      ended: 'EXPIRED',
      failed: 'PAYMENT.FAILED',
      suspended: 'SUSPENDED',
    }
    if (what === 'paid') this.send('PAYMENT.SALE.COMPLETED', { id: this.newId('S'), billing_agreement_id: id })
    else this.send(`BILLING.SUBSCRIPTION.${types[what]}`, { id })
  }

  protected emitCustomer(): void {}

  protected emitReversal(kind: 'refund' | 'dispute', id: string, payment: string): void {
    const isDecided = this.disputes.get(id)?.outcome !== 'open'
    if (kind === 'refund') this.send('PAYMENT.SALE.REFUNDED', { id, sale_id: payment })
    else this.send(`CUSTOMER.DISPUTE.${isDecided ? 'RESOLVED' : 'CREATED'}`, { dispute_id: id })
  }
}
