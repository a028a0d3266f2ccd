import type { RowOf, Sql } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'

export type InvoiceRow = RowOf<BillingTables['invoices']>

/** An invoice, or a credit note with the invoice that it credits. */
export interface StoredInvoice extends InvoiceRow {
  credited: { series: string; number: number; issuedAt: string } | null
}

const columns = `i.*, case when c.id is not null
  then json_build_object('series', c.series, 'number', c.number, 'issuedAt', c.created_at) end as credited`
const from = 'from invoices i left join invoices c on c.id = i.credited_invoice_id'

/** The invoice or credit note of a transaction. `ownerId` null: of any account. */
export const findInvoice = async (
  sql: Sql,
  transactionId: string,
  ownerId: string | null,
): Promise<StoredInvoice | null> => {
  const [row] = await sql.query<StoredInvoice>(
    `select ${columns} ${from} where i.transaction_id = $1 and ($2::uuid is null or i.user_id = $2)`,
    [transactionId, ownerId],
  )
  return row ?? null
}
