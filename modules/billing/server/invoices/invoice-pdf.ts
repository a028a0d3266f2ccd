import type { Platform } from '../../../platform/index.ts'
import type { StoredInvoice } from './find-invoice.ts'
import { drawTextRuns, heightOfText, registerFonts } from './invoice-fonts.ts'
import { type InvoiceText, invoiceText } from './invoice-text.ts'

type Doc = PDFKit.PDFDocument

/** A letter of a language in which no document is drawn. */
const otherScript = /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}/u

const margin = 56
const gap = 24
const small = 10
/** Ends of the columns, as parts of the page's width without margins. */
const columnEnds = [0.55, 0.75, 1]

const paragraphs = (doc: Doc, lines: readonly string[], x: number, y: number, width: number): number => {
  let at = y
  for (const line of lines) {
    drawTextRuns(doc, line, { x, y: at, width, size: small, weight: 'regular' })
    at = doc.y
  }
  return at
}

interface RowStyle {
  weight: 'regular' | 'semibold'
  isLined?: boolean
}

/** Draws one row of the table below `y`, on the next page when it does not fit; returns the `y` at which it ends. */
const tableRow = (doc: Doc, cells: readonly string[], y: number, { weight, isLined = true }: RowStyle): number => {
  const width = doc.page.width - 2 * margin
  const ends = cells.map((_, n) => (columnEnds[n + columnEnds.length - cells.length] ?? 1) * width)
  const boxes = cells.map((cell, n) => {
    const from = ends[n - 1] ?? 0
    return { cell, x: margin + from, width: (ends[n] ?? width) - from - (n < cells.length - 1 ? 8 : 0) }
  })
  const style = { size: small, weight }
  const height = Math.max(...boxes.map(({ cell, width }) => heightOfText(doc, cell, { width, ...style })))
  let at = y
  if (at + height + 2 * 6 > doc.page.height - margin) {
    doc.addPage()
    at = margin
  }
  for (const [n, { cell, x, width }] of boxes.entries())
    drawTextRuns(doc, cell, { x, y: at + 6, width, align: n === cells.length - 1 ? 'right' : 'left', ...style })
  at += height + 12
  if (isLined)
    doc
      .moveTo(margin, at)
      .lineTo(margin + width, at)
      .lineWidth(0.5)
      .strokeColor('#98a2b3')
      .stroke()
  return at
}

const draw = (doc: Doc, { title, details, parties, columns, rows, sums, notes }: InvoiceText): void => {
  const width = doc.page.width - 2 * margin
  doc.font('semibold').fontSize(20).text(title, margin, margin, { width })
  const top = paragraphs(doc, details, margin, doc.y + 4, width) + gap
  const half = (width - gap) / 2
  const ends = parties.map(({ heading, lines }, n) => {
    const x = margin + n * (half + gap)
    doc.font('semibold').fontSize(small).text(heading, x, top, { width: half })
    return paragraphs(doc, lines, x, doc.y + 2, half)
  })
  let y = tableRow(doc, columns, Math.max(...ends) + gap, { weight: 'semibold' })
  for (const row of rows) y = tableRow(doc, row, y, { weight: 'regular' })
  for (const [n, sum] of sums.entries())
    y = tableRow(doc, sum, y, { weight: n === sums.length - 1 ? 'semibold' : 'regular', isLined: false })
  paragraphs(doc, notes, margin, y + gap, width)
}

/**
 * An invoice or credit note as PDF (A4, tagged with its language, fonts embedded), with the words of its page. In English
 * where the font of most of its text has no letters for the language; names and addresses have their own letters.
 */
export const invoicePdf = async (row: StoredInvoice, i18n: Platform['i18n'], wanted: string): Promise<Buffer> => {
  const isDrawn = !otherScript.test(i18n.translator(wanted)('billing:invoice.issued', { date: '' }))
  const locale = isDrawn ? wanted : i18n.fallback
  const content = invoiceText(row, { locale, t: i18n.translator(locale) })
  // Loaded when the first PDF is made: most installations never make one.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    lang: locale,
    displayTitle: true,
    info: { Title: content.title, Author: row.seller.name, CreationDate: row.created_at },
  })
  registerFonts(doc)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  draw(doc, content)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
