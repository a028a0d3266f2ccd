import type { Db } from '../../../platform/index.ts'
import { type CsvColumns, csvParts, toDecimal } from '../../../shared/contract.ts'
import type { PaymentSource, TransactionFilters } from '../../contract.ts'
import type { InvoiceParty } from '../entities/invoice.entities.ts'
import { countryOf } from '../invoices/country-of.ts'
import { documentNumber } from '../invoices/series.ts'
import { readBatches } from './read-batches.ts'
import { transactionFilter } from './transactions.ts'

interface ExportedTransaction {
  id: string
  at: string
  created_at: Date
  type: string
  status: string
  currency: string
  amount: number
  gateway: PaymentSource
  reference: string | null
  email: string | null
  /** The invoice or credit note; null without one. */
  document: { series: string; number: number; total: number; tax: number; buyer: InvoiceParty } | null
}

const present = (
  listSql: string,
) => `select t.id, t.at, t.created_at, t.type, t.status, t.currency, t.amount, t.gateway,
    t.reference, u.email, case when i.id is not null then json_build_object('series', i.series, 'number', i.number,
      'total', i.total, 'tax', i.tax, 'buyer', i.buyer) end as document
  from (${listSql}) t left join invoices i on i.transaction_id = t.id left join user_summaries u on u.id = t.user_id
  order by t.created_at desc, t.id desc`

const major = (amount: number | undefined, currency: string) =>
  amount === undefined ? null : toDecimal({ amount, currency })

/** Amounts in major units, of refunds positive too; net and tax are from the invoice or credit note. */
const columns: CsvColumns<ExportedTransaction> = {
  id: (row) => row.id,
  date: (row) => row.created_at.toISOString(),
  type: (row) => row.type,
  status: (row) => row.status,
  net: ({ document, currency }) => major(document ? document.total - document.tax : undefined, currency),
  tax: ({ document, currency }) => major(document?.tax, currency),
  total: (row) => major(row.amount, row.currency),
  currency: (row) => row.currency,
  invoice: ({ document }) => document && documentNumber(document),
  country: ({ document }) => document && countryOf(document.buyer),
  vat_number: ({ document }) => document?.buyer.vatNumber ?? null,
  driver: (row) => row.gateway,
  reference: (row) => row.reference,
  email: ({ email, document }) => email ?? document?.buyer.email ?? null,
}

/** Parts of a CSV of all transactions that the filters find, newest first. */
export const transactionsCsv = (
  db: Db,
  filters: TransactionFilters,
  options: { batchSize?: number } = {},
): AsyncGenerator<string> => {
  const filter = { table: 'ledger_transactions', ...transactionFilter(null, filters) }
  return csvParts(columns, readBatches<ExportedTransaction>(db, filter, present, options.batchSize))
}
