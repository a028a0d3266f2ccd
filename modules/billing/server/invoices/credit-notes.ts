import { newId, type Tx } from '../../../platform/index.ts'
import type { CreditReason } from '../entities/invoice.entities.ts'
import type { InvoiceRow } from './find-invoice.ts'
import { takeInvoiceNumbers } from './series.ts'
import { includedTax } from './tax.ts'

export interface CreditNoteRequest {
  /** The ledger's transaction of the payment whose invoice is credited. */
  transactionId: string
  /** Idempotency key of the completed transaction that gives the money back. */
  key: string
  reason: CreditReason
}

/**
 * Issues the credit note of a refund, in the transaction that posts it. Resolves with its id; null when the payment has no
 * invoice, as a payment into a balance has none, when the invoice is credited in full, or when the refund has its credit
 * note. Comes last in the transaction: the series stays locked until its end. No more than the invoice is credited, and the
 * tax of all credit notes of an invoice adds up to the tax of the credited amount; credit notes of failed refunds do not
 * count.
 */
export const issueCreditNote = async (
  tx: Tx,
  { transactionId, key, reason }: CreditNoteRequest,
): Promise<string | null> => {
  // Refunds of an invoice wait for this lock, so that each sees what is credited.
  const [invoice] = await tx.query<InvoiceRow>('select * from invoices where transaction_id = $1 for no key update', [
    transactionId,
  ])
  if (!invoice) return null
  const [refund] = await tx.query<{ id: string; amount: number; year: string }>(
    `select id, amount, to_char(created_at at time zone 'utc', 'YYYY') as year from ledger_transactions t
     where idempotency_key = $1 and status = 'completed'
     and not exists (select 1 from invoices where transaction_id = t.id)`,
    [key],
  )
  const [credited] = await tx.query<{ total: number; tax: number }>(
    `select coalesce(sum(total), 0)::bigint as total, coalesce(sum(tax), 0)::bigint as tax from invoices n
     where credited_invoice_id = $1 and not exists (select 1 from ledger_transactions r join ledger_transactions f
       on f.idempotency_key = 'failed-' || r.idempotency_key where r.id = n.transaction_id)`,
    [invoice.id],
  )
  if (!refund || !credited) return null
  const total = Math.min(refund.amount, invoice.total - credited.total)
  if (total <= 0) return null
  const tax = includedTax(credited.total + total, invoice.tax_rate) - credited.tax
  const { series, number } = await takeInvoiceNumbers(tx, `CN-${refund.year}`, 1)
  const id = newId()
  await tx.query(
    `with issued as (
       insert into invoices (id, transaction_id, user_id, credited_invoice_id, series, number, seller, buyer, lines, currency,
         total, tax_rate, tax, reverse_charge, period_from, period_to)
       select $2, $3, user_id, id, $4, $5, seller, buyer, $6, currency, $7, tax_rate, $8, reverse_charge, period_from, period_to
       from invoices where id = $1 returning id)
     insert into invoice_mails (invoice_id) select id from issued`,
    [invoice.id, id, refund.id, series, number, JSON.stringify([{ item: reason, amount: total }]), total, tax],
  )
  return id
}
