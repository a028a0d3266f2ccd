import { createHash } from 'node:crypto'
import { directionOf, escapeHtml } from '../../../shared/contract.ts'
import type { StoredInvoice } from './find-invoice.ts'
import { type InvoiceReader, invoiceText } from './invoice-text.ts'

const style = `:root{color-scheme:light dark;--line:light-dark(#e3e6eb,#2e3036);--muted:light-dark(#5b6472,#a3a7af);
font:15px/1.5 system-ui,sans-serif;color:light-dark(#1b2539,#e8e9eb);background:light-dark(#f7f8fa,#101113)}
body{max-width:50rem;margin:0 auto;padding:clamp(0rem,4vw,2rem) 0}
main{padding:clamp(1.25rem,5vw,3rem);border:1px solid var(--line);border-radius:12px;background:light-dark(#fff,#1b1c1f)}
header{display:flex;flex-wrap:wrap;gap:1rem 2rem;justify-content:space-between;align-items:flex-start}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:.8125rem;font-weight:500;margin:2rem 0 .25rem}p{margin:0}
h2,header p,thead th,.note{color:var(--muted)}section p:first-of-type{font-weight:600}
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:0 2rem}
table{width:100%;border-collapse:collapse;margin:2.5rem 0 1.5rem;font-variant-numeric:tabular-nums}
th,td{text-align:start;vertical-align:top;padding-block:.75rem;padding-inline:0 1rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
thead th{font-size:.8125rem;font-weight:500;padding-block:.5rem}
td:last-child,th:last-child{text-align:end;padding-inline-end:0;white-space:nowrap}
tfoot th,tfoot td{border:0;padding-block:.375rem;font-weight:400}tfoot tr:first-child>*{padding-top:.75rem}
tfoot tr:last-child>*{font-size:1.0625rem;font-weight:600}
nav{display:flex;flex-wrap:wrap;gap:.5rem}
nav>*{font:500 .875rem/2.5rem system-ui,sans-serif;padding:0 1rem;border:1px solid var(--line);border-radius:8px;
color:inherit;background:none;text-decoration:none;cursor:pointer}nav>:hover{border-color:var(--muted)}
@media(pointer:coarse){nav>*{line-height:2.75rem}}
@media print{:root{color-scheme:light;background:none}nav{display:none}body,main{padding:0;border:0}}`
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
export const invoicePage = (row: StoredInvoice, reader: InvoiceReader) => {
  const { locale, t } = reader
  const { title, details, parties, columns, rows, sums, notes } = invoiceText(row, reader)
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const text = (key: string) => escapeHtml(t(`billing:invoice.${key}`))
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><header><div><h1>${escapeHtml(title)}</h1>${paragraphs(details)}</div>
<nav><a href="/invoices/${row.transaction_id}/pdf" download>${text('download')}</a><button type="button">${text('print')}</button></nav></header>
<div class="parties">${parties.map(({ heading, lines }) => `<section><h2>${escapeHtml(heading)}</h2>${paragraphs(lines)}</section>`).join('')}</div>
<table><thead><tr>${columns.map((column) => (column ? `<th scope="col">${escapeHtml(column)}</th>` : '<td></td>')).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</tbody>
<tfoot>${sums.map(([label, amount]) => `<tr><th colspan="2" scope="row">${escapeHtml(label)}</th><td>${escapeHtml(amount)}</td></tr>`).join('')}</tfoot>
</table><div class="note">${paragraphs(notes)}</div></main><script>${script}</script></body></html>
`
}
