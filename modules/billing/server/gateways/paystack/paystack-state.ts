import type { GatewayPayment, Reversal, StoredMethod } from '../gateway-client.ts'
import { paystackUnits } from './paystack-units.ts'

export interface PaystackAuthorization {
  authorization_code: string
  brand: string
  last4: string
  exp_month: string
  exp_year: string
  reusable: boolean
}
export interface PaystackTransaction {
  id: number
  status: string
  reference: string
  amount: number
  currency: string
  paid_at?: string | null
  customer?: { id: number }
  gateway_response?: string
  plan?: string | { plan_code?: string } | null
  authorization?: PaystackAuthorization
}
export interface PaystackRefund {
  id: number
  status: string
  amount: number
  currency: string
}
export interface PaystackDispute {
  id: number
  status: string
  resolution: string | null
  refund_amount: number | null
  currency: string
  transaction: { reference: string; amount: number }
}
export interface PaystackSubscription {
  subscription_code: string
  email_token: string
  status: string
  createdAt: string
  cancelledAt?: string | null
  next_payment_date: string | null
  customer: { id: number; customer_code: string }
  plan: { plan_code: string; interval: string }
}

const paymentStatus: Record<string, GatewayPayment['status']> = {
  success: 'paid',
  reversed: 'paid',
  failed: 'failed',
}

export const paystackPayment = (transaction: PaystackTransaction, refunds: PaystackRefund[]): GatewayPayment => ({
  status: paymentStatus[transaction.status] ?? 'open',
  payment: transaction.reference,
  ...paystackUnits.fromGateway(transaction.amount, transaction.currency),
  refunds: refunds
    .filter(({ status }) => status === 'processed')
    .map(({ id, amount, currency }) => ({ reference: String(id), ...paystackUnits.fromGateway(amount, currency) })),
})

const refundStatus: Record<string, Reversal['status']> = { processed: 'taken', failed: 'closed' }

export const paystackRefund = (payment: string, { id, status, amount, currency }: PaystackRefund): Reversal => ({
  id: String(id),
  payment,
  status: refundStatus[status] ?? 'open',
  ...paystackUnits.fromGateway(amount, currency),
})

/** A dispute that is declined was decided for the seller. */
export const paystackDispute = ({ id, transaction, ...dispute }: PaystackDispute): Reversal => ({
  id: String(id),
  payment: transaction.reference,
  status: dispute.status !== 'resolved' ? 'open' : dispute.resolution === 'declined' ? 'closed' : 'taken',
  ...paystackUnits.fromGateway(dispute.refund_amount ?? transaction.amount, dispute.currency),
})

export const paystackCards = (authorizations: PaystackAuthorization[]): StoredMethod[] =>
  authorizations
    .filter(({ reusable }) => reusable)
    .map(({ authorization_code, brand, last4, exp_year, exp_month }) => ({
      reference: authorization_code,
      brand: brand.trim().toLowerCase(),
      last4,
      expiresYear: Number(exp_year),
      expiresMonth: Number(exp_month),
    }))
