import { createHash } from 'node:crypto'
import type { Translate } from '../../../platform/index.ts'
import { escapeHtml } from '../../../shared/contract.ts'
import type { StoredInvoice } from './find-invoice.ts'
import { invoiceContent } from './invoice-content.ts'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:48rem;margin:0 auto;padding:2rem 1rem}header{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between}
h1{font-size:1.5rem;line-height:1.25;margin:0}h2{font-size:1rem;margin:1.5rem 0 .25rem}p{margin:0}
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:0 2rem}
table{width:100%;border-collapse:collapse;margin:2rem 0}th,td{text-align:start;padding:.5rem 0;border-bottom:1px solid}
td:last-child,th:last-child{text-align:end}tfoot td,tfoot th{border:0}
nav{display:flex;align-items:center;gap:1rem}button{font:inherit;padding:.5rem 1rem}
@media print{nav{display:none}body{padding:0}}`
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

/** The printable page of an invoice or credit note, with everything as it was when it was issued. */
export const invoicePage = (row: StoredInvoice, { locale, dir, t }: { locale: string; dir: string; t: Translate }) => {
  const { title, details, parties, columns, rows, sums, notes } = invoiceContent(row, { locale, t })
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const text = (key: string) => escapeHtml(t(`billing:invoice.${key}`))
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><header><div><h1>${escapeHtml(title)}</h1>${paragraphs(details)}</div>
<nav><a href="/invoices/${row.transaction_id}/pdf" download>${text('download')}</a><button type="button">${text('print')}</button></nav></header>
<div class="parties">${parties.map(({ heading, lines }) => `<section><h2>${escapeHtml(heading)}</h2>${paragraphs(lines)}</section>`).join('')}</div>
<table><thead><tr>${columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</tbody>
<tfoot>${sums.map(([label, amount]) => `<tr><th colspan="2" scope="row">${escapeHtml(label)}</th><td>${escapeHtml(amount)}</td></tr>`).join('')}</tfoot>
</table>${paragraphs(notes)}</main><script>${script}</script></body></html>
`
}
