import { createHash } from 'node:crypto'
import type { Translate } from '../../../platform/index.ts'
import { escapeHtml, formatMoney } from '../../../shared/contract.ts'
import type { InvoiceLine, InvoiceParty } from '../entities/bill.entities.ts'
import type { InvoiceRow } from './find-invoice.ts'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:48rem;margin:0 auto;padding:2rem 1rem}header{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between}
h1{font-size:1.5rem;line-height:1.25;margin:0}h2{font-size:1rem;margin:1.5rem 0 .25rem}p{margin:0}
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:0 2rem}
table{width:100%;border-collapse:collapse;margin:2rem 0}th,td{text-align:start;padding:.5rem 0;border-bottom:1px solid}
td:last-child,th:last-child{text-align:end}tfoot td,tfoot th{border:0}
button{font:inherit;padding:.5rem 1rem}@media print{button{display:none}body{padding:0}}`
const script = `document.querySelector('button').addEventListener('click', () => print())`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
export const invoicePolicy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const gigabyte = 1_000_000_000

const partyHtml = (party: InvoiceParty, t: Translate): string => {
  const lines = [
    party.name,
    ...party.address,
    ...(party.email ? [party.email] : []),
    ...(party.phone ? [party.phone] : []),
    ...(party.vatNumber ? [t('billing:invoice.vat', { number: party.vatNumber })] : []),
  ]
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
}

/** Name, quantity and amount of a line as people of the locale read them. */
const lineCells = ({ item, name, quantity, amount }: InvoiceLine, currency: string, locale: string, t: Translate) => {
  if (item === 'plan') return [name ?? '', '', formatMoney({ amount, currency }, locale)]
  const isBytes = item === 'storage' || item === 'bandwidth'
  const count = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 4,
    ...(isBytes ? { style: 'unit', unit: 'gigabyte' } : {}),
  }).format((quantity ?? 0) / (isBytes ? gigabyte : 1))
  const cost = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 })
  // i18n-keys: billing:invoice.feature.storage, billing:invoice.feature.bandwidth, billing:invoice.feature.member
  // i18n-keys: billing:invoice.feature.flatFee
  return [t(`billing:invoice.feature.${item}`), count, cost.format(amount / 10_000)]
}

/** The printable page of an invoice, with everything as it was when it was issued. */
export const invoiceHtml = (row: InvoiceRow, { locale, dir, t }: { locale: string; dir: string; t: Translate }) => {
  const text = (key: string, values?: Record<string, string>) => escapeHtml(t(`billing:invoice.${key}`, values))
  const date = (at: Date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const money = (amount: number) => escapeHtml(formatMoney({ amount, currency: row.currency }, locale))
  const number = `${row.series}-${String(row.number).padStart(6, '0')}`
  const lines = row.lines.map((line) => {
    const cells = lineCells(line, row.currency, locale, t).map((cell) => `<td>${escapeHtml(cell)}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  const sum = (label: string, amount: number) =>
    `<tr><th colspan="2" scope="row">${label}</th><td>${money(amount)}</td></tr>`
  const period =
    row.period_from && row.period_to
      ? `<p>${text('period', { from: date(row.period_from), to: date(row.period_to) })}</p>`
      : ''
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text('title', { number })}</title><style>${style}</style></head>
<body><main><header><div><h1>${text('title', { number })}</h1><p>${text('issued', { date: date(row.created_at) })}</p>
${period}</div><div><button type="button">${text('print')}</button></div></header>
<div class="parties"><section><h2>${text('seller')}</h2>${partyHtml(row.seller, t)}</section>
<section><h2>${text('buyer')}</h2>${partyHtml(row.buyer, t)}</section></div>
<table><thead><tr><th scope="col">${text('item')}</th><th scope="col">${text('quantity')}</th>
<th scope="col">${text('amount')}</th></tr></thead><tbody>${lines.join('')}</tbody>
<tfoot>${row.tax_rate === null ? '' : sum(text('tax', { rate: row.tax_rate }), row.tax)}${sum(text('total'), row.total)}</tfoot>
</table></main><script>${script}</script></body></html>
`
}
