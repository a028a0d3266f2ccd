import type { GatewayClient } from '../gateway-client.ts'
import { GatewayError } from '../gateway-error.ts'
import type { PayPalConnection } from './paypal-connection.ts'
import { payPalRefund } from './paypal-refunds.ts'
import { payPalReversal } from './paypal-reversals.ts'
import { approvalUrl, type PayPalOrder, payPalMoney, payPalPayment, returnUrls } from './paypal-state.ts'

type Payments = Pick<
  GatewayClient,
  'createCustomer' | 'updateCustomer' | 'hasCustomer' | 'fund' | 'payment' | 'refund' | 'reversals'
>

/** Issues of a capture that is rejected because of the buyer's means of payment: nothing was charged. */
const declined = /"issue"\s*:\s*"(INSTRUMENT_DECLINED|PAYER_ACTION_REQUIRED|PAYER_CANNOT_PAY|TRANSACTION_REFUSED)"/
const isDeclined = (error: unknown): boolean =>
  error instanceof GatewayError && error.status === 422 && declined.test(error.reason)

/** Orders, refunds and disputes. PayPal has no customers before they approve. */
export const payPalPayments = (paypal: PayPalConnection): Payments => ({
  createCustomer: async ({ userId }) => userId,
  updateCustomer: async () => {},
  hasCustomer: async () => true,

  async fund({ reference, description, returnUrl, ...money }) {
    const { id, links } = await paypal.once<PayPalOrder>(`checkout-${reference}`, {
      path: '/v2/checkout/orders',
      body: {
        intent: 'CAPTURE',
        purchase_units: [{ custom_id: reference, description: description.slice(0, 127), amount: payPalMoney(money) }],
        payment_source: {
          paypal: { experience_context: { ...returnUrls(returnUrl), user_action: 'PAY_NOW' } },
        },
      },
    })
    return { id, url: approvalUrl(links) }
  },

  /** An approved order is captured: its money moves only then. A declined one is left, and its buyer begins another. */
  async payment({ reference, id }) {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
    const order = await paypal.call<PayPalOrder>({ path })
    if (order.status !== 'APPROVED') return payPalPayment(order)
    try {
      await paypal.once(`capture-${reference}`, { path: `${path}/capture`, body: {} })
    } catch (error) {
      if (isDeclined(error)) return { ...payPalPayment(order), status: 'failed' }
      throw error
    }
    return payPalPayment(await paypal.call<PayPalOrder>({ path }))
  },

  refund: (order) => payPalRefund(paypal, order),
  reversals: async (object) => [await payPalReversal(paypal, object)],
})
