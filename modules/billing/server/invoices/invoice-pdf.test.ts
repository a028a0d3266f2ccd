import { randomUUID } from 'node:crypto'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import type { StoredInvoice } from './find-invoice.ts'
import { invoicePage } from './invoice-page.ts'
import { invoicePdf } from './invoice-pdf.ts'

const { coffer } = await testApp(t)
const { i18n } = coffer.platform
const party = (name: string, vatNumber: string) => ({ name, address: ['Wąska 12', 'Łódź'], vatNumber })
const invoice: StoredInvoice = {
  id: randomUUID(),
  transaction_id: randomUUID(),
  user_id: randomUUID(),
  credited_invoice_id: null,
  series: '2026',
  number: 7,
  seller: party('Acme', 'DE123456789'),
  buyer: party('Žofie Ďuriš', 'PL1234567890'),
  lines: [{ item: 'storage', quantity: 1_500_000_000, amount: 123_456 }],
  currency: 'EUR',
  total: 1_235,
  tax_rate: '19',
  tax: 197,
  reverse_charge: false,
  period_from: null,
  period_to: null,
  created_at: new Date('2026-11-23T10:00:00Z'),
  credited: null,
}
const words = async (row: StoredInvoice, locale: string) => {
  const data = new Uint8Array(await invoicePdf(row, i18n, locale))
  const pdf = await getDocument({ data, useSystemFonts: false }).promise
  const texts = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, n) => (await (await pdf.getPage(n + 1)).getTextContent()).items),
  )
  const { info } = (await pdf.getMetadata()) as { info: { Language?: string; Title?: string } }
  const text = texts.flat().flatMap((item) => ('str' in item ? [item.str] : []))
  return { pages: pdf.numPages, info, text: text.join(' ').replace(/\s+/g, ' ') }
}

t.test('the PDF of an invoice has the words of its page, in the language and with its letters', async (t) => {
  for (const locale of ['en', 'de']) {
    const { text, info, pages } = await words(invoice, locale)
    const html = invoicePage(invoice, { locale, t: i18n.translator(locale) })
    const said = [...html.matchAll(/<(?:p|h1|h2|t[hd])(?: [^>]*)?>([^<]+)</g)].map(([, words = '']) => words)
    t.ok(said.length > 15, 'the page says something')
    for (const words of said) t.match(text, words.replace(/\s+/g, ' ').trim(), `${locale}: ${words}`)
    t.match(info, {
      Language: locale,
      Title: i18n.translator(locale)('billing:invoice.title', { number: '2026-000007' }),
    })
    t.equal(pages, 1)
  }
})

t.test('from right to left a number of an invoice is read as it is written', async (t) => {
  const read = (locale: string) => invoicePage(invoice, { locale, t: i18n.translator(locale) })
  t.match(read('ar'), '\u20682026-000007\u2069')
  t.match(read('en'), '<h1>Invoice 2026-000007</h1>')
  t.match((await words(invoice, 'ar')).info, { Language: 'en', Title: 'Invoice 2026-000007' })
})

t.test('the PDF of a credit note names its invoice; one of many lines has several pages', async (t) => {
  const credited = { series: '2026', number: 7, issuedAt: '2026-11-01T10:00:00Z' }
  const lines = Array.from({ length: 60 }, () => ({ item: 'refund', amount: 100 }))
  const note = { ...invoice, series: 'CN-2026', number: 1, lines, credited, tax_rate: null, reverse_charge: true }
  const { text, pages } = await words(note, 'en')
  t.match(text, 'Credit note CN-2026-000001')
  t.match(text, 'For invoice 2026-000007 of November 1, 2026')
  t.match(text, i18n.translator('en')('billing:invoice.reverseCharge'))
  t.notMatch(text, 'Net amount')
  t.equal(text.match(/Refund/g)?.length, 60)
  t.equal(pages, 3)
})

t.test('names and addresses are drawn with their own letters, beside others', async (t) => {
  const names = ['山田太郎', '北京市朝阳区 12', 'كريم الشريف', 'דוד כהן (Dov)', 'ひらがな Ltd']
  for (const name of names) {
    const buyer = { name, address: [`${name}, 3`, 'Łódź'] }
    const lines = [{ item: 'plan', name, amount: 1_235 }]
    const data = new Uint8Array(await invoicePdf({ ...invoice, buyer, lines }, i18n, 'en'))
    const page = await (await getDocument({ data, useSystemFonts: false }).promise).getPage(1)
    const { fnArray, argsArray } = await page.getOperatorList()
    const glyphs = fnArray.flatMap((fn, n) =>
      fn === OPS.showText
        ? (argsArray[n] as [(number | { originalCharCode: number; unicode: string })[]])[0].filter(
            (glyph) => typeof glyph === 'object',
          )
        : [],
    )
    t.ok(glyphs.length > 100)
    t.same(
      glyphs.filter(({ originalCharCode }) => originalCharCode === 0),
      [],
      `${name}: none is the sign of a missing letter`,
    )
    const drawn = new Set(glyphs.flatMap(({ unicode }) => [...unicode.normalize('NFKC')]))
    t.same(
      [...name].filter((letter) => letter !== ' ' && !drawn.has(letter)),
      [],
      name,
    )
  }
})
