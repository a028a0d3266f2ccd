import type { Translate } from '../../../platform/index.ts'
import { formatDecimal, formatLocale, formatMoney } from '../../../shared/contract.ts'
import type { InvoiceLine, InvoiceParty } from '../entities/invoice.entities.ts'
import { countryOf } from './country-of.ts'
import type { StoredInvoice } from './find-invoice.ts'
import { documentNumber } from './series.ts'

/** Everything that an invoice or credit note says, in the words of one language: the page and the PDF show the same. */
export interface InvoiceText {
  title: string
  /** Below the title: the date, the period, the invoice that is credited. */
  details: string[]
  parties: { heading: string; lines: string[] }[]
  columns: [string, string, string]
  rows: string[][]
  /** Label and amount; the last one is the total. */
  sums: [string, string][]
  notes: string[]
}

const gigabyte = 1_000_000_000

/** The lines of an address; a country that is stored as a code by its name. Codes of states look the same and stay. */
const addressLines = ({ address, country }: Pick<InvoiceParty, 'address' | 'country'>, locale: string): string[] => {
  const code = countryOf({ address, country })
  if (code === null) return address
  return [...address.slice(0, -1), new Intl.DisplayNames([formatLocale(locale)], { type: 'region' }).of(code) ?? code]
}

const partyLines = (party: InvoiceParty, locale: string, t: Translate): string[] => {
  const { name, email, phone, vatNumber } = party
  const vat = vatNumber && t('billing:invoice.vat', { number: vatNumber })
  return [name, ...addressLines(party, locale), email, phone, vat].filter((line): line is string => Boolean(line))
}

/** Name, quantity and amount of a line as people of the locale read them. */
const cellsOf = ({ item, name, quantity, amount }: InvoiceLine, currency: string, locale: string, t: Translate) => {
  // i18n-keys: billing:invoice.reason.refund, billing:invoice.reason.dispute, billing:invoice.reason.correction
  // i18n-keys: billing:invoice.reason.spendingCap
  if (item === 'plan') return [name ?? '', '', formatMoney({ amount, currency }, locale)]
  if (quantity === undefined)
    return [t(`billing:invoice.reason.${item}`), '', formatMoney({ amount, currency }, locale)]
  const isBytes = item === 'storage' || item === 'bandwidth'
  const count = new Intl.NumberFormat(formatLocale(locale), {
    maximumFractionDigits: 4,
    ...(isBytes ? { style: 'unit', unit: 'gigabyte' } : {}),
  }).format(quantity / (isBytes ? gigabyte : 1))
  // i18n-keys: billing:invoice.feature.storage, billing:invoice.feature.bandwidth, billing:invoice.feature.member
  // i18n-keys: billing:invoice.feature.flatFee
  return [
    t(`billing:invoice.feature.${item}`),
    // There is one flat fee for each period: its quantity says nothing.
    item === 'flatFee' ? '' : count,
    formatDecimal(amount / 10_000, { currency, locale, maxDecimals: 4 }),
  ]
}

export interface InvoiceReader {
  locale: string
  t: Translate
}

export const invoiceText = (row: StoredInvoice, { locale, t }: InvoiceReader): InvoiceText => {
  const date = (time: Date) =>
    new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(time)
  const money = (amount: number) => formatMoney({ amount, currency: row.currency }, locale)
  const number = documentNumber(row)
  const { credited } = row
  const details = [t('billing:invoice.issued', { date: date(row.created_at) })]
  if (credited)
    details.push(
      t('billing:invoice.credits', {
        number: documentNumber(credited),
        date: date(new Date(credited.issuedAt)),
      }),
    )
  const isUsage = row.lines.some(({ quantity }) => quantity !== undefined)
  if (row.period_from && row.period_to)
    details.push(
      t(isUsage ? 'billing:invoice.period' : 'billing:invoice.planPeriod', {
        from: date(row.period_from),
        to: date(row.period_to),
      }),
    )
  const rows = row.lines.map((line) => cellsOf(line, row.currency, locale, t))
  return {
    title: credited ? t('billing:invoice.creditNote', { number }) : t('billing:invoice.title', { number }),
    details,
    parties: [
      { heading: t('billing:invoice.seller'), lines: partyLines({ country: null, ...row.seller }, locale, t) },
      { heading: t('billing:invoice.buyer'), lines: partyLines(row.buyer, locale, t) },
    ],
    columns: [
      t('billing:invoice.item'),
      // Plans, credit notes and corrections have no quantity.
      rows.some(([, quantity]) => quantity) ? t('billing:invoice.quantity') : '',
      t('billing:invoice.amount'),
    ],
    rows,
    sums: [
      ...(row.tax_rate === null
        ? []
        : ([
            [t('billing:invoice.net'), money(row.total - row.tax)],
            [t('billing:invoice.tax', { rate: row.tax_rate }), money(row.tax)],
          ] satisfies [string, string][])),
      [credited ? t('billing:invoice.creditTotal') : t('billing:invoice.total'), money(row.total)],
    ],
    notes: row.reverse_charge ? [t('billing:invoice.reverseCharge')] : [],
  }
}
