import type { Checkout, FundingRequest, GatewayClient } from '../gateway-client.ts'
import { existsAtGateway } from '../gateway-error.ts'
import type { PaystackConnection } from './paystack-connection.ts'
import {
  type PaystackDispute,
  type PaystackRefund,
  paystackDispute,
  paystackPayment,
  paystackRefund,
} from './paystack-state.ts'
import { paystackUnits } from './paystack-units.ts'

type Payments = Pick<
  GatewayClient,
  'createCustomer' | 'updateCustomer' | 'hasCustomer' | 'fund' | 'payment' | 'refund' | 'reversals'
>

const channels = ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer']

/** A page of Paystack at which the user pays; with a `plan` the payment begins a subscription. */
export const initializeTransaction = async (
  paystack: PaystackConnection,
  { reference, email, returnUrl, ...money }: Omit<FundingRequest, 'customer' | 'description'>,
  more: { plan?: string } = {},
): Promise<Checkout> => {
  const { currency } = money
  const amount = paystackUnits.toGateway(money)
  const body = { email, amount, currency, reference, callback_url: returnUrl, channels, ...more }
  const { authorization_url } = await paystack.call<{ authorization_url: string }>({
    method: 'POST',
    path: '/transaction/initialize',
    body,
  })
  return { id: reference, url: authorization_url }
}

/** Customers, single payments, refunds and disputes. */
export const paystackPayments = (paystack: PaystackConnection): Payments => ({
  async createCustomer({ userId, email, name }) {
    const body = { email, first_name: name, metadata: { userId } }
    // Paystack answers with the customer of an email address that it knows.
    const { customer_code } = await paystack.call<{ customer_code: string }>({
      method: 'POST',
      path: '/customer',
      body,
      repeatable: true,
    })
    return customer_code
  },

  updateCustomer: async () => {},
  hasCustomer: (customer) => existsAtGateway(paystack.call({ path: `/customer/${encodeURIComponent(customer)}` })),

  fund: (request) => initializeTransaction(paystack, request),

  async payment({ reference }) {
    const transaction = await paystack.transaction(reference)
    const wasPaid = transaction.status === 'success' || transaction.status === 'reversed'
    return paystackPayment(transaction, wasPaid ? await paystack.refunds(transaction) : [])
  },

  /** Paystack would refund twice: the key is stored as the refund's note, by which an earlier refund is found. */
  async refund({ payment, key, ...money }) {
    const amount = paystackUnits.toGateway(money)
    const refunds = await paystack.refunds<PaystackRefund & { merchant_note?: string }>(
      await paystack.transaction(payment),
    )
    const earlier = refunds.find(({ merchant_note }) => merchant_note === key)
    if (earlier) return String(earlier.id)
    const body = { transaction: payment, amount, currency: money.currency, merchant_note: key }
    return String((await paystack.call<PaystackRefund>({ method: 'POST', path: '/refund', body })).id)
  },

  async reversals({ kind, id }) {
    if (kind === 'dispute')
      return [paystackDispute(await paystack.call<PaystackDispute>({ path: `/dispute/${encodeURIComponent(id)}` }))]
    const refunds = await paystack.refunds(await paystack.transaction(id))
    return refunds.map((refund) => paystackRefund(id, refund))
  },
})
