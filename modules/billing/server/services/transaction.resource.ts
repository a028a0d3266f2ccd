import { formatMoney } from '../../../shared/contract.ts'
import type { LedgerTransaction } from '../../contract.ts'
import { formatLineCost } from '../usage/usages-section.ts'
import type { ListedTransaction } from './transactions.ts'

export const presentTransaction = (row: ListedTransaction, locale: string): LedgerTransaction => ({
  id: row.id,
  type: 'transactions',
  attributes: {
    type: row.type,
    status: row.status,
    note: row.note,
    price: formatMoney(row, locale),
    currency: row.currency,
    amount: row.amount,
    driver: row.gateway,
    reference: row.reference,
    metadata:
      row.lines?.map((line) => ({
        feature: line.feature,
        usage: line.quantity,
        cost: formatLineCost(line, row.currency, locale),
      })) ?? null,
    has_invoice: row.has_invoice,
    created_at: row.created_at.toISOString(),
  },
  relationships: { user: { data: { id: row.user_id, type: 'users' } } },
})
