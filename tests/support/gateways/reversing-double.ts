import { GatewayDouble } from './double.ts'
import type { Payment } from './states.ts'

export interface Dispute {
  id: string
  payment: Payment
  outcome: 'open' | 'lost' | 'won'
}

/** A gateway at whose side payments are refunded and disputed. `payment`: the gateway's id of it. */
export abstract class ReversingDouble extends GatewayDouble {
  readonly disputes = new Map<string, Dispute>()
  protected readonly failedRefunds = new Set<string>()

  /** Somebody at the gateway's dashboard gives a part of any payment back, which may count in another currency. */
  refundPayment(payment: string, amount: number, currency?: string): void {
    const refund = { id: this.newId('re'), amount, key: '', ...(currency ? { currency } : {}) }
    this.paymentOf(payment).refunds.push(refund)
    this.emitReversal('refund', refund.id, payment)
  }

  /** Sends an event for each refund of a payment, whoever asked for it. */
  reportRefunds(payment: string): void {
    for (const { id } of this.paymentOf(payment).refunds) this.emitReversal('refund', id, payment)
  }

  /** The buyer's bank sends a refund back that had succeeded. */
  failRefund(payment: string): void {
    const refund = this.paymentOf(payment).refunds.at(-1)
    if (!refund) throw new Error(`${payment} has no refund`)
    this.failedRefunds.add(refund.id)
    this.emitReversal('refund', refund.id, payment)
  }

  /** The buyer disputes a payment at their bank, which may count in `money`. Returns the gateway's id of the dispute. */
  dispute(payment: string, money: Partial<Pick<Payment, 'amount' | 'currency'>> = {}): string {
    const id = this.newId('dp')
    this.disputes.set(id, { id, payment: { ...this.paymentOf(payment), ...money }, outcome: 'open' })
    this.emitReversal('dispute', id, payment)
    return id
  }

  decide(id: string, outcome: 'lost' | 'won'): void {
    const dispute = this.disputeOf(id)
    dispute.outcome = outcome
    this.emitReversal('dispute', id, dispute.payment.id)
  }

  protected disputeOf(id: string): Dispute {
    const found = this.disputes.get(id)
    if (!found) throw new Error(`${this.name} has no dispute ${id}`)
    return found
  }

  protected refundOf(id: string): { id: string; amount: number; payment: Payment } {
    for (const payment of this.allPayments())
      for (const { currency = payment.currency, ...refund } of payment.refunds)
        if (refund.id === id) return { id, amount: refund.amount, payment: { ...payment, currency } }
    throw new Error(`${this.name} has no refund ${id}`)
  }

  protected abstract emitReversal(kind: 'refund' | 'dispute', id: string, payment: string): void
}
