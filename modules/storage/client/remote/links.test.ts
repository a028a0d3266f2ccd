import t from 'tap'
import { linksOf, refusedLines } from './links.ts'

t.test('one link per line; blank and repeated lines do not count', async (t) => {
  const links = linksOf(
    '  https://a.example/x \r\n\nftp://a.example/y\nhttps://a.example/x\nb.example\nhttp://u:p@c.example/',
  )
  t.strictSame(links.urls, ['https://a.example/x', 'ftp://a.example/y', 'b.example', 'http://u:p@c.example/'])
  t.strictSame(links.wrong, [3, 5, 6])
  t.strictSame(refusedLines({ 'urls.1': [], 'urls.3': [], parent_id: [] }, links), [3, 6])
  t.equal(links.tooMany, false)
  t.equal(linksOf(Array.from({ length: 51 }, (_, at) => `https://a.example/${at}`).join('\n')).tooMany, true)
})
