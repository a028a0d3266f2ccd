import t from 'tap'
import { renderHtml } from './render.ts'

const brand = { name: 'Coffer', color: '#2156d9', logo: null }
const html = (...lines: string[]) => renderHtml({ to: 'ann@example.org', subject: 'S', lines }, brand)

t.test('renderHtml: an email is written from right to left where its language is', async (t) => {
  t.match(html('Your account on Coffer is ready.'), '<html dir="ltr">')
  t.match(
    html('قام Ann Lee بمشاركة المجلد Projects معك على Coffer. افتح الرابط.'),
    '<html dir="rtl">',
    'with Latin names',
  )
  t.match(html('שלום'), 'class="card" dir="rtl"')
  t.match(html('“سلام” is the name of the folder.'), '<html dir="ltr">', 'a name of another script')
})
