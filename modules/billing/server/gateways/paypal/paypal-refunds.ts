import type { RefundOrder } from '../gateway-client.ts'
import { GatewayError } from '../gateway-error.ts'
import type { PayPalConnection } from './paypal-connection.ts'
import { payPalMoney } from './paypal-state.ts'

const isNotFound = (error: unknown) => error instanceof GatewayError && error.status === 404

/**
 * Resolves with PayPal's id of the refund. The payment of an order is a capture. A payment for a subscription is a sale of
 * the older API (its event links to this call), and may be known as a capture too.
 */
export const payPalRefund = async (
  paypal: PayPalConnection,
  { payment, ofSubscription, key, ...money }: RefundOrder,
): Promise<string> => {
  const amount = payPalMoney(money)
  const id = encodeURIComponent(payment)
  if (ofSubscription) {
    const body = { amount: { total: amount.value, currency: amount.currency_code } }
    const sale = await paypal
      .once<{ id: string }>(`${key}-sale`, { path: `/v1/payments/sale/${id}/refund`, body })
      .catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      })
    if (sale) return sale.id
  }
  return (await paypal.once<{ id: string }>(key, { path: `/v2/payments/captures/${id}/refund`, body: { amount } })).id
}
