import { defineEntity, p } from '@mikro-orm/core'
import { LedgerTransactionEntity } from './ledger.entities.ts'

/** The last number of a series of invoices. */
export const InvoiceSeriesEntity = defineEntity({
  name: 'InvoiceSeries',
  tableName: 'invoice_series',
  properties: { series: p.text().primary(), lastNumber: p.bigint('number').fieldName('last_number') },
})

/** A suffix for each restore of the database, appended to the names of series from then on; the newest one counts. */
export const InvoiceSeriesSuffixEntity = defineEntity({
  name: 'InvoiceSeriesSuffix',
  tableName: 'invoice_series_suffixes',
  properties: {
    suffix: p.text().primary(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})

/** Name and address as they were when the invoice was issued. */
export interface InvoiceParty {
  name: string
  /** Lines of the address. */
  address: string[]
  /**
   * The country, also the last line of the address: a code, of a seller in words too. Null: none; undefined: issued by an
   * earlier version.
   */
  country?: string | null
  email?: string
  phone?: string
  vatNumber?: string
}
/** Why an invoice is credited. */
export type CreditReason = 'refund' | 'dispute'
export interface InvoiceLine {
  /**
   * `plan`, a metered feature, the reason of a credit note, `correction`: the refund of a credit note failed, or
   * `spendingCap`: what the cap takes off.
   */
  item: string
  /** Name of the plan; bytes or pieces of a metered feature. */
  name?: string
  quantity?: number
  /** Minor units; of a metered feature ten-thousandths of a major unit. */
  amount: number
}

/** An invoice that is mailed to its buyer; `sentAt` null: not yet. */
export const InvoiceMailEntity = defineEntity({
  name: 'InvoiceMail',
  tableName: 'invoice_mails',
  indexes: [
    {
      name: 'invoice_mails_waiting_index',
      expression: 'create index invoice_mails_waiting_index on invoice_mails (invoice_id) where sent_at is null',
    },
  ],
  properties: {
    invoiceId: () =>
      p
        .manyToOne(InvoiceEntity)
        .mapToPk()
        .primary()
        .fieldName('invoice_id')
        .deleteRule('no action')
        .updateRule('no action'),
    sentAt: p.datetime().columnType('timestamptz').fieldName('sent_at').nullable(),
  },
})

/** An invoice, or a credit note for what of an invoice was given back. Never changed. */
export const InvoiceEntity = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  indexes: [
    { name: 'invoices_user_id_index', properties: ['userId'] },
    {
      name: 'invoices_credited_invoice_id_index',
      expression:
        'create index invoices_credited_invoice_id_index on invoices (credited_invoice_id) where credited_invoice_id is not null',
    },
  ],
  uniques: [
    { name: 'invoices_transaction_id_unique', properties: ['transactionId'] },
    { name: 'invoices_series_number_unique', properties: ['series', 'number'] },
  ],
  checks: [{ name: 'invoices_tax_check', expression: 'tax between 0 and total' }],
  properties: {
    id: p.uuid().primary(),
    transactionId: p
      .manyToOne(LedgerTransactionEntity)
      .mapToPk()
      .fieldName('transaction_id')
      .deleteRule('no action')
      .updateRule('no action'),
    userId: p.uuid().fieldName('user_id'),
    /** The invoice that a credit note credits; null: this is an invoice. */
    creditedInvoiceId: () =>
      p
        .manyToOne(InvoiceEntity)
        .mapToPk()
        .fieldName('credited_invoice_id')
        .nullable()
        .deleteRule('no action')
        .updateRule('no action'),
    series: p.text(),
    number: p.bigint('number'),
    seller: p.json().$type<InvoiceParty>(),
    buyer: p.json().$type<InvoiceParty>(),
    lines: p.json().$type<InvoiceLine[]>(),
    currency: p.text(),
    /** Minor units, tax included. */
    total: p.bigint('number'),
    /** Per cent, as decimal text; null: no tax. */
    taxRate: p.text().fieldName('tax_rate').nullable(),
    tax: p.bigint('number').default(0),
    /** The buyer owes the tax: a business in another country of the EU. */
    reverseCharge: p.boolean().fieldName('reverse_charge').default(false),
    periodFrom: p.datetime().columnType('timestamptz').fieldName('period_from').nullable(),
    periodTo: p.datetime().columnType('timestamptz').fieldName('period_to').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
