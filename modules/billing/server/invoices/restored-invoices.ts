import { newId, type Tx } from '../../../platform/index.ts'
import { takeInvoiceNumbers } from './series.ts'

/**
 * Issues the invoice that takes the place of a credit note whose refund failed (`refundKey`: idempotency key of the refund;
 * `key`: of the transaction that undoes it). Does nothing for a refund without a credit note. Comes last in the transaction:
 * the series stays locked until its end.
 */
export const restoreInvoice = async (tx: Tx, { refundKey, key }: { refundKey: string; key: string }): Promise<void> => {
  const [note] = await tx.query<{ id: string; total: number; transaction: string; year: string }>(
    `select i.id, i.total, f.id as transaction, to_char(f.created_at at time zone 'utc', 'YYYY') as year
     from ledger_transactions r join invoices i on i.transaction_id = r.id
     join ledger_transactions f on f.idempotency_key = $2
     where r.idempotency_key = $1 and i.credited_invoice_id is not null`,
    [refundKey, key],
  )
  if (!note) return
  const { id, total, transaction, year } = note
  const { series, number } = await takeInvoiceNumbers(tx, year, 1)
  await tx.query(
    `with issued as (
       insert into invoices (id, transaction_id, user_id, series, number, seller, buyer, lines, currency, total, tax_rate, tax,
         reverse_charge, period_from, period_to)
       select $2, $3, user_id, $4, $5, seller, buyer, $6, currency, total, tax_rate, tax, reverse_charge, period_from, period_to
       from invoices where id = $1 returning id)
     insert into invoice_mails (invoice_id) select id from issued`,
    [id, newId(), transaction, series, number, JSON.stringify([{ item: 'correction', amount: total }])],
  )
}
