import { createHash } from 'node:crypto'
import type { GatewayClient } from '../gateway-client.ts'
import { GatewayError } from '../gateway-error.ts'
import { referenceFrom } from '../payment-reference.ts'
import { unsupported } from '../unsupported.ts'
import type { PaystackConnection } from './paystack-connection.ts'
import {
  type PaystackAuthorization,
  type PaystackTransaction,
  paystackCards,
  paystackPayment,
} from './paystack-state.ts'
import { paystackUnits } from './paystack-units.ts'

type Cards = Pick<GatewayClient, 'beginCard' | 'cardPage' | 'cards' | 'makeDefaultCard' | 'removeCard' | 'charge'>

/**
 * Cards that were stored with a payment, and charges to them. A charge is known by its reference, which Paystack accepts
 * once.
 */
export const cardsAtPaystack = (paystack: PaystackConnection): Cards => ({
  beginCard: unsupported('paystack'),
  cardPage: unsupported('paystack'),
  makeDefaultCard: async () => undefined,

  async cards(customer) {
    const { authorizations } = await paystack.call<{ authorizations?: PaystackAuthorization[] }>({
      path: `/customer/${encodeURIComponent(customer)}`,
    })
    return paystackCards(authorizations ?? [])
  },

  async removeCard(_customer, method) {
    const path = '/customer/deactivate_authorization'
    await paystack.call({ method: 'POST', path, body: { authorization_code: method }, repeatable: true })
  },

  /** Asks for the outcome of an earlier attempt first. */
  async charge({ email, method, key, ...money }) {
    const { currency } = money
    const amount = paystackUnits.toGateway(money)
    const reference = referenceFrom(createHash('sha256').update(key).digest())
    const earlier = await paystack.transaction(reference).catch((error: unknown) => {
      if (error instanceof GatewayError && error.isMissing) return null
      throw error
    })
    if (!earlier && method === null)
      throw new GatewayError('paystack', { status: 404, reason: 'the customer has no stored card' })
    const body = { authorization_code: method, email, amount, currency, reference }
    const transaction =
      earlier ??
      (await paystack.call<PaystackTransaction>({ method: 'POST', path: '/transaction/charge_authorization', body }))
    const { status, payment } = paystackPayment(transaction, [])
    if (status === 'paid') return { status, payment: payment ?? reference, amount: money.amount }
    if (status === 'failed') return { status: 'declined', reason: transaction.gateway_response ?? 'declined' }
    throw new GatewayError('paystack', { status: null, reason: `the payment is ${transaction.status}` })
  },
})
