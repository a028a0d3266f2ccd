import { formatMoney, toDecimal } from '../../../shared/contract.ts'
import type { AdminTransaction } from '../../contract.ts'
import { formatLineCost } from '../usage/usages-section.ts'
import type { BillLine } from './bill.ts'
import type { ListedTransaction } from './transactions.ts'

/** Values of a transaction that only administrators see. */
export interface AdminTransactionDetails {
  id: string
  user_name: string | null
  user_email: string | null
  lines: BillLine[] | null
  /** Minor units. */
  refundable: number
  pays_plan: boolean
}

export const presentAdminTransaction = (
  row: ListedTransaction,
  details: AdminTransactionDetails | undefined,
  locale: string,
): AdminTransaction => {
  const { id, type, status, note, currency, gateway, has_invoice } = row
  const { refundable = 0, pays_plan = false, lines, user_name: name = null, user_email: email = null } = details ?? {}
  return {
    id,
    type,
    status,
    note,
    currency,
    driver: gateway,
    has_invoice,
    total: formatMoney(row, locale),
    created_at: row.created_at.toISOString(),
    user: { id: row.user_id, name: name ?? email, email },
    lines: (lines ?? []).map((line) => ({
      feature: line.feature,
      quantity: line.quantity,
      cost: formatLineCost(line, currency, locale),
    })),
    refundable: refundable > 0 ? toDecimal({ amount: refundable, currency }) : null,
    pays_plan,
  }
}
