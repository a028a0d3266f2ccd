import t from 'tap'
import { parseLinks, rejectionTexts } from './parse-links.ts'

t.test('parseLinks: one link per line, without blank and repeated lines', async (t) => {
  const links = parseLinks(
    '  https://a.example/x \r\n\nftp://a.example/y\nhttps://a.example/x\nb.example\nhttp://u:p@c.example/',
  )
  t.strictSame(links.all, ['https://a.example/x', 'ftp://a.example/y', 'b.example', 'http://u:p@c.example/'])
  t.strictSame(links.urls, ['https://a.example/x'])
  t.strictSame(links.rejected, [
    { url: 'ftp://a.example/y', reason: 'unsupported-scheme' },
    { url: 'b.example', reason: 'invalid-url' },
    { url: 'http://u:p@c.example/', reason: 'credentials-in-url' },
  ])
  t.equal(links.tooMany, false)
  t.equal(parseLinks(Array.from({ length: 51 }, (_, at) => `https://a.example/${at}`).join('\n')).tooMany, true)
})

t.test('rejectionTexts: maps field errors to links', async (t) => {
  const errors = { 'urls.1': ['Not this port.'], 'urls.7': ['No such line.'], parent_id: ['Unknown.'], 'urls.0': [] }
  t.strictSame(rejectionTexts(errors, ['a', 'b']), [{ url: 'b', text: 'Not this port.' }])
})
