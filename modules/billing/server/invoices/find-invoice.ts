import type { RowOf, Sql } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'

export type InvoiceRow = RowOf<BillingTables['invoices']>

/** The invoice of a transaction. `ownerId` null: whoever it belongs to. */
export const findInvoice = async (
  sql: Sql,
  transactionId: string,
  ownerId: string | null,
): Promise<InvoiceRow | null> => {
  const [row] = await sql.query<InvoiceRow>(
    'select * from invoices where transaction_id = $1 and ($2::uuid is null or user_id = $2)',
    [transactionId, ownerId],
  )
  return row ?? null
}
