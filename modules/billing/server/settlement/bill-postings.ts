import { AppError } from '../../../platform/index.ts'
import type { PaymentSource } from '../../contract.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { InvoiceContent } from '../invoices/invoices.ts'
import { billTotal } from '../services/bill.ts'
import type { Posting } from '../services/ledger.ts'
import type { Withdrawal } from '../services/withdraw-all.ts'
import type { BillRow } from './bills.ts'

/** Idempotency key of the transaction that pays a bill. */
export const billKeyOf = ({ id }: Pick<BillRow, 'id'>) => `bill:${id}`
export const billNote = ({ period_from, period_to }: BillRow) =>
  `${period_from.toISOString().slice(0, 10)} – ${period_to.toISOString().slice(0, 10)}`

/** Lines that add up to the total: a spending cap that limited the bill has a line of its own. */
export const invoiceContentOf = (bill: BillRow): InvoiceContent => {
  const { lines, period_from: from, period_to: to, currency, total } = bill
  const excess = billTotal(lines, currency) - total
  return {
    lines: [
      ...lines.map(({ feature, quantity, amount }) => ({ item: feature, quantity, amount })),
      ...(excess > 0 ? [{ item: 'spendingCap', amount: -excess }] : []),
    ],
    period: { from, to },
  }
}

export const billPosting = (bill: BillRow): Withdrawal & Pick<Posting, 'currency'> => ({
  userId: bill.user_id,
  amount: bill.total,
  currency: bill.currency,
  note: billNote(bill),
  metadata: { bill: bill.id, lines: bill.lines },
  key: billKeyOf(bill),
})

/** Reason why nothing was charged and never will be by this call; null: the outcome of the call is unknown. */
export const rejectionOf = (error: unknown): { gateway: PaymentSource; reason: string } | null => {
  if (error instanceof GatewayError) return error.isTransient ? null : { gateway: error.gateway, reason: error.reason }
  // No card, or one of a gateway without credentials.
  return error instanceof AppError && error.namespace === 'billing' ? { gateway: 'system', reason: error.code } : null
}

/** Whether the gateway has no credentials here any more. */
export const isUnaskable = (error: unknown): boolean =>
  error instanceof AppError && error.namespace === 'billing' && error.code === 'gateway-unavailable'

/**
 * Whether a call failed for a reason that only an administrator can repair: the gateway has no credentials here, or rejects
 * them. That is no failure of the customer.
 */
export const isMisconfigured = (error: unknown): boolean =>
  error instanceof GatewayError ? error.isUnauthorized : isUnaskable(error)
