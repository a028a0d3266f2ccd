import { newId, type Tx } from '../../../platform/index.ts'
import type { InvoiceLine, InvoiceParty } from '../entities/bill.entities.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'
import { includedTax } from './tax.ts'

/** Who sells and buys now, and the tax that the price contains. */
export interface InvoiceTerms {
  seller: InvoiceParty
  buyer: InvoiceParty
  /** Per cent, as decimal text; null: no tax. */
  taxRate: string | null
}

export interface InvoiceContent {
  lines: InvoiceLine[]
  period?: SubscriptionPeriod
}

/** Issues invoices. Numbers have no gaps: a series is locked until its transaction ends, and a rollback frees the number. */
export class Invoices {
  private readonly terms: (tx: Tx, userId: string) => Promise<InvoiceTerms>
  constructor(terms: (tx: Tx, userId: string) => Promise<InvoiceTerms>) {
    this.terms = terms
  }

  /**
   * Issues the invoice of a completed transaction, by its idempotency key, in the transaction that posts it. Does nothing
   * when there is one. Last statement of a transaction: one at a time issues in a series.
   */
  async issue(tx: Tx, key: string, { lines, period }: InvoiceContent): Promise<void> {
    const [transaction] = await tx.query<{
      id: string
      user_id: string
      amount: number
      currency: string
      year: string
    }>(
      `select id, user_id, amount, currency, to_char(created_at at time zone 'utc', 'YYYY') as year
       from ledger_transactions t where idempotency_key = $1 and status = 'completed'
       and not exists (select 1 from invoices where transaction_id = t.id)`,
      [key],
    )
    if (!transaction) return
    const { id, user_id: userId, amount, currency, year: series } = transaction
    const { seller, buyer, taxRate } = await this.terms(tx, userId)
    const [counted] = await tx.query<{ number: number }>(
      `insert into invoice_series (series, last_number) values ($1, 1)
       on conflict (series) do update set last_number = invoice_series.last_number + 1 returning last_number as number`,
      [series],
    )
    await tx.query(
      `insert into invoices (id, transaction_id, user_id, series, number, seller, buyer, lines, currency, total, tax_rate,
         tax, period_from, period_to)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[newId(), id, userId, series, counted?.number, JSON.stringify(seller), JSON.stringify(buyer)],
        ...[JSON.stringify(lines), currency, amount, taxRate, includedTax(amount, taxRate)],
        ...[period?.from ?? null, period?.to ?? null],
      ],
    )
  }
}
