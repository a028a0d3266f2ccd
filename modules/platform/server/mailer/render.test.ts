import t from 'tap'
import { renderHtml, renderText } from './render.ts'

const brand = { name: 'Coffer', color: '#2156d9', logo: null }
const mailIn = (locale: string, quoted: string[] = []) => ({
  to: 'ann@example.org',
  locale,
  subject: 'S',
  lines: ['“سلام” was shared with you.'],
  quoted,
})
const html = (locale: string, quoted?: string[]) => renderHtml(mailIn(locale, quoted), brand)

t.test('renderHtml: an email has the language of its texts, and the direction of that', async (t) => {
  t.match(html('en'), '<html lang="en" dir="ltr">')
  t.match(html('pt-BR'), '<html lang="pt-BR" dir="ltr">')
  t.match(html('ar'), '<html lang="ar" dir="rtl">')
  t.match(html('ar'), 'class="card" dir="rtl"')
})

t.test('renderHtml, renderText: a link begins where its text does, and its label needs no colon', async (t) => {
  const action = { label: 'Ouvrir', url: 'https://files.example.org/share/token' }
  const linked = (locale: string) => renderHtml({ ...mailIn(locale), action }, brand)
  t.match(linked('ar'), /dir="ltr" style="[^"]*text-align:right[^"]*">https:/)
  t.match(linked('fr'), /dir="ltr" style="[^"]*text-align:left[^"]*">https:/)
  t.match(renderText({ ...mailIn('fr'), action }, brand), `\n\n${action.label}\n${action.url}\n\n`)
})

t.test('renderHtml: a text of another person has a direction of its own', async (t) => {
  const message = 'Please send the signed contract and the scans of all receipts of the year until Friday evening.'
  t.match(html('ar', [message]), '<html lang="ar" dir="rtl">')
  t.match(html('ar', [message]), /<p lang="" dir="auto" [^>]*>Please send/)
  t.match(html('en', ['شكرا']), /<html lang="en" dir="ltr">.*<p lang="" dir="auto" [^>]*>شكرا/s)
  t.match(renderText(mailIn('ar', [message]), brand), message)
})

t.test(
  'renderHtml, renderText: what another person wrote keeps its paragraphs and lines, with each kind of line break',
  async (t) => {
    for (const message of ['Dear <team>,\r\n\r\nstreet 1\r\ncity\r\n', 'Dear <team>,\n \n\nstreet 1\ncity']) {
      const paragraphs = [...html('en', [message]).matchAll(/<p lang="" dir="auto" [^>]*>(.*?)<\/p>/gs)]
      t.same(
        paragraphs.map(([, text]) => text),
        ['Dear &#60;team&#62;,', 'street 1<br>city'],
      )
      t.match(renderText(mailIn('en', [message]), brand), '\n\nDear <team>,\n\nstreet 1\ncity\n\n')
    }
  },
)
