import type Stripe from 'stripe'
import type { GatewayObject, Reversal } from '../gateway-client.ts'
import { stripeUnits } from './stripe-units.ts'

const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

/** The payment as the ledger names it: the invoice of a subscription's period, else the payment intent. */
const paymentOf = async (stripe: Stripe, intent: string): Promise<string> => {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
  })
  return idOf(data[0]?.invoice) || intent
}

const refundStatus = (status: string | null): Reversal['status'] =>
  status === 'succeeded' ? 'taken' : status === 'failed' || status === 'canceled' ? 'closed' : 'open'

/** `warning_closed`: an inquiry that did not become a dispute. `prevented`: the payment was refunded instead. */
const disputeStatus = (status: string): Reversal['status'] =>
  status === 'lost' ? 'taken' : ['won', 'warning_closed', 'prevented'].includes(status) ? 'closed' : 'open'

export const stripeReversal = async (stripe: Stripe, { kind, id }: GatewayObject): Promise<Reversal> => {
  const reversal = kind === 'refund' ? await stripe.refunds.retrieve(id) : await stripe.disputes.retrieve(id)
  const status = kind === 'refund' ? refundStatus(reversal.status) : disputeStatus(reversal.status ?? '')
  const payment = await paymentOf(stripe, idOf(reversal.payment_intent))
  return { id, payment, status, ...stripeUnits.fromGateway(reversal.amount, reversal.currency.toUpperCase()) }
}
