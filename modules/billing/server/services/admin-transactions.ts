import type { Db } from '../../../platform/index.ts'
import type { TransactionFilters } from '../../contract.ts'
import { refundableColumn } from '../gateways/refund-request.row.ts'
import { paysPlanColumn } from '../gateways/returned-periods.ts'
import { type AdminTransactionDetails, presentAdminTransaction } from './admin-transaction.resource.ts'
import type { PageRequest } from './list-page.ts'
import { listTransactions } from './transactions.ts'

const detailsSql = `select t.id, nullif(concat_ws(' ', u.first_name, u.last_name), '') as user_name, u.email as user_email,
  t.metadata->'lines' as lines, ${refundableColumn}, ${paysPlanColumn}
  from ledger_transactions t left join user_summaries u on u.id = t.user_id where t.id = any($1::uuid[])`

/** Transactions with their users and what can be refunded, newest first; of one user, or of all (null). */
export const listAdminTransactions = async (
  db: Db,
  userId: string | null,
  request: PageRequest,
  locale: string,
  filters: TransactionFilters = {},
) => {
  const page = await listTransactions(db, userId, request, filters)
  const details = await db.query<AdminTransactionDetails>(detailsSql, [page.rows.map(({ id }) => id)])
  const byId = new Map(details.map((row) => [row.id, row]))
  return { ...page, rows: page.rows.map((row) => presentAdminTransaction(row, byId.get(row.id), locale)) }
}
