import type { GatewayClient } from '../client.ts'
import type { PayPalConnection } from './paypal-connection.ts'
import { payPalRefund } from './paypal-refunds.ts'
import { payPalReversal } from './paypal-reversals.ts'
import { approvalUrl, type PayPalOrder, payPalMoney, payPalPayment, returnTo } from './paypal-state.ts'

type Payments = Pick<GatewayClient, 'createCustomer' | 'hasCustomer' | 'fund' | 'payment' | 'refund' | 'reversals'>

/** Orders, refunds and disputes. PayPal has no customers before they approve. */
export const payPalPayments = (paypal: PayPalConnection): Payments => ({
  createCustomer: async ({ userId }) => userId,
  hasCustomer: async () => true,

  async fund({ reference, description, returnUrl, ...money }) {
    const { id, links } = await paypal.once<PayPalOrder>(`checkout-${reference}`, {
      path: '/v2/checkout/orders',
      body: {
        intent: 'CAPTURE',
        purchase_units: [{ custom_id: reference, description: description.slice(0, 127), amount: payPalMoney(money) }],
        payment_source: {
          paypal: { experience_context: { ...returnTo(returnUrl), user_action: 'PAY_NOW' } },
        },
      },
    })
    return { id, url: approvalUrl(links) }
  },

  /** An approved order is captured: its money moves only then. */
  async payment({ reference, id }) {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
    const order = await paypal.call<PayPalOrder>({ path })
    if (order.status !== 'APPROVED') return payPalPayment(order)
    await paypal.once(`capture-${reference}`, { path: `${path}/capture`, body: {} })
    return payPalPayment(await paypal.call<PayPalOrder>({ path }))
  },

  refund: (order) => payPalRefund(paypal, order),
  reversals: async (object) => [await payPalReversal(paypal, object)],
})
