import { parseMoney } from '../../../../shared/contract.ts'
import type { GatewayObject, Reversal } from '../gateway-client.ts'
import type { PayPalConnection } from './paypal-connection.ts'
import type { PayPalMoney } from './paypal-state.ts'

/** A refund of a subscription's payment, which PayPal calls a sale. Its amount may be negative. */
interface PayPalSaleRefund {
  sale_id: string
  state: string
  amount: { total: string; currency: string }
}
interface PayPalDispute {
  status: string
  dispute_amount: PayPalMoney
  dispute_outcome?: { outcome_code?: string; amount_refunded?: PayPalMoney }
  disputed_transactions: { seller_transaction_id?: string }[]
}

const minor = (value: string, currency: string): number => parseMoney(value.replace('-', ''), currency) ?? 0
const refundStatus: Record<string, Reversal['status']> = { completed: 'taken', failed: 'closed', cancelled: 'closed' }
/** Outcomes in which the seller pays; with a payout PayPal does. */
const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

export const payPalReversal = async (paypal: PayPalConnection, { kind, id }: GatewayObject): Promise<Reversal> => {
  if (kind === 'refund') {
    const path = `/v1/payments/refund/${encodeURIComponent(id)}`
    const { sale_id: payment, state, amount } = await paypal.call<PayPalSaleRefund>({ path })
    const { currency, total } = amount
    return { id, payment, status: refundStatus[state] ?? 'open', currency, amount: minor(total, currency) }
  }
  const path = `/v1/customer/disputes/${encodeURIComponent(id)}`
  const dispute = await paypal.call<PayPalDispute>({ path })
  const { outcome_code: outcome = '', amount_refunded: refunded } = dispute.dispute_outcome ?? {}
  const isLost = lostOutcomes.includes(outcome)
  const { currency_code: currency, value } = (isLost && refunded) || dispute.dispute_amount
  return {
    id,
    payment: dispute.disputed_transactions[0]?.seller_transaction_id ?? '',
    status: dispute.status !== 'RESOLVED' ? 'open' : isLost ? 'taken' : 'closed',
    currency,
    amount: minor(value, currency),
  }
}
