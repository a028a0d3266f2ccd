import type { Db } from '../../../platform/index.ts'
import { formatMoney, toDecimal } from '../../../shared/contract.ts'
import type { AdminTransaction, TransactionFilters } from '../../contract.ts'
import { refundableColumn } from '../gateways/refund-requests.ts'
import { paysPlanColumn } from '../gateways/returned-periods.ts'
import { formatLineCost } from '../usage/usages-section.ts'
import type { BillLine } from './bill.ts'
import type { PageRequest } from './list-page.ts'
import { listTransactions, type TransactionRow } from './transactions.ts'

interface Details {
  id: string
  user_name: string | null
  user_email: string | null
  lines: BillLine[] | null
  refundable: number
  pays_plan: boolean
}

const detailsSql = `select t.id, nullif(concat_ws(' ', u.first_name, u.last_name), '') as user_name, u.email as user_email,
  t.metadata->'lines' as lines, ${refundableColumn}, ${paysPlanColumn}
  from ledger_transactions t left join user_summaries u on u.id = t.user_id where t.id = any($1::uuid[])`

const present = (row: TransactionRow, details: Details | undefined, locale: string): AdminTransaction => {
  const { id, type, status, note, currency, driver, has_invoice } = row
  const { refundable = 0, pays_plan = false, lines, user_name: name = null, user_email: email = null } = details ?? {}
  return {
    id,
    type,
    status,
    note,
    currency,
    driver,
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

/** Transactions with their users and what can be refunded, newest first; of one user, or of all (null). */
export const listAdminTransactions = async (
  db: Db,
  userId: string | null,
  request: PageRequest,
  locale: string,
  filters: TransactionFilters = {},
) => {
  const page = await listTransactions(db, userId, request, filters)
  const details = await db.query<Details>(detailsSql, [page.rows.map(({ id }) => id)])
  const byId = new Map(details.map((row) => [row.id, row]))
  return { ...page, rows: page.rows.map((row) => present(row, byId.get(row.id), locale)) }
}
