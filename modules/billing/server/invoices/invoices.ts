import { newId, type Tx } from '../../../platform/index.ts'
import type { InvoiceLine, InvoiceParty } from '../entities/invoice.entities.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'
import { takeInvoiceNumbers } from './series.ts'
import { includedTax } from './tax.ts'

/** Seller and buyer of an invoice that is issued now, and the tax that its price contains. */
export interface InvoiceTerms {
  seller: InvoiceParty
  buyer: InvoiceParty
  /** Per cent, as decimal text; null: no tax. */
  taxRate: string | null
  /** The buyer owes the tax. */
  reverseCharge?: boolean
}

export interface InvoiceContent {
  lines: InvoiceLine[]
  period?: SubscriptionPeriod
}

interface Payment {
  id: string
  key: string
  user_id: string
  amount: number
  currency: string
  year: string
}
/** The terms of each of these users, by id. */
export type TermsOf = (tx: Tx, userIds: readonly string[]) => Promise<Map<string, InvoiceTerms>>
type Issued = InvoiceContent & Payment & { terms: InvoiceTerms; series: string; number: number }

/** Issues invoices. Numbers have no gaps: a series is locked until its transaction ends, and a rollback frees the number. */
export class Invoices {
  private readonly terms: TermsOf
  constructor(terms: TermsOf) {
    this.terms = terms
  }

  /** Issues the invoice of one completed transaction, as `issueAll` does. */
  issue(tx: Tx, key: string, content: InvoiceContent): Promise<void> {
    return this.issueAll(tx, new Map([[key, content]]))
  }

  /**
   * Issues the invoices of completed transactions, by their idempotency keys, in the transaction that posts them. A
   * transaction that has an invoice gets no other. Comes last in the transaction: the series stays locked until its end.
   */
  async issueAll(tx: Tx, contents: ReadonlyMap<string, InvoiceContent>): Promise<void> {
    const payments = await tx.query<Payment>(
      `select id, idempotency_key as key, user_id, amount, currency,
         to_char(created_at at time zone 'utc', 'YYYY') as year
       from ledger_transactions t where idempotency_key = any($1) and status = 'completed'
       and not exists (select 1 from invoices where transaction_id = t.id) order by id`,
      [[...contents.keys()]],
    )
    if (payments.length === 0) return
    const termsOf = await this.terms(
      tx,
      payments.map(({ user_id }) => user_id),
    )
    const described = payments.map((payment) => ({
      ...payment,
      ...(contents.get(payment.key) as InvoiceContent),
      terms: termsOf.get(payment.user_id) as InvoiceTerms,
    }))
    for (const [year, ofYear] of Map.groupBy(described, (payment) => payment.year)) {
      const first = await takeInvoiceNumbers(tx, year, ofYear.length)
      await this.insert(
        tx,
        ofYear.map((invoice, index) => ({ ...invoice, series: first.series, number: first.number + index })),
      )
    }
  }

  private async insert(tx: Tx, issued: readonly Issued[]): Promise<void> {
    const rows = issued.map(({ id, user_id, series, number, lines, currency, amount, period, terms }) => ({
      id: newId(),
      transaction_id: id,
      user_id,
      series,
      number,
      lines,
      currency,
      total: amount,
      seller: terms.seller,
      buyer: terms.buyer,
      tax_rate: terms.taxRate,
      tax: includedTax(amount, terms.taxRate),
      period_from: period?.from ?? null,
      period_to: period?.to ?? null,
      reverse_charge: terms.reverseCharge ?? false,
    }))
    await tx.query(
      `with issued as (
         insert into invoices (id, transaction_id, user_id, series, number, seller, buyer, lines, currency, total, tax_rate,
           tax, period_from, period_to, reverse_charge)
         select id, transaction_id, user_id, series, number, seller, buyer, lines, currency, total, tax_rate,
           tax, period_from, period_to, reverse_charge
         from jsonb_to_recordset($1::jsonb) as r (id uuid, transaction_id uuid, user_id uuid, series text, number bigint,
           seller jsonb, buyer jsonb, lines jsonb, currency text, total bigint, tax_rate text, tax bigint,
           period_from timestamptz, period_to timestamptz, reverse_charge boolean)
         returning id)
       insert into invoice_mails (invoice_id) select id from issued`,
      [JSON.stringify(rows)],
    )
  }
}
