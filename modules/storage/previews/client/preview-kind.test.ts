import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import { languageOf } from '../contract.ts'
import { previewOf } from './preview-kind.ts'

const file = (mimetype: string, name: string, { thumbnail = false } = {}) =>
  testItem('x', {
    name,
    mimetype,
    extension: name.includes('.') ? (name.split('.').at(-1) as string) : null,
    file_url: '/file/x',
    thumbnail: thumbnail ? { xs: '1', sm: '2', lg: '3', xl: '4' } : null,
  })

t.test('preview kind: by type, name and thumbnail', async (t) => {
  const cases: [string, string, string][] = [
    ['image/jpeg', 'a.jpg', 'image'],
    ['image/svg+xml', 'a.svg', 'svg'],
    ['image/tiff', 'a.tiff', 'none'],
    ['image/heic', 'a.heic', 'none'],
    ['video/webm', 'a.webm', 'video'],
    ['audio/wav', 'a.wav', 'audio'],
    ['application/pdf', 'a.pdf', 'pdf'],
    ['text/markdown', 'README.md', 'markdown'],
    ['text/plain', 'notes.txt', 'text'],
    ['text/csv', 'members.csv', 'table'],
    ['text/plain', 'members.TSV', 'table'],
    ['text/html', 'page.html', 'code'],
    ['text/javascript', 'evil.js', 'code'],
    ['application/x-php', 'x.php', 'code'],
    ['text/plain', 'main.rs', 'code'],
    ['text/plain', 'Makefile', 'code'],
    ['application/octet-stream', 'a.js', 'none'],
    ['application/zip', 'a.zip', 'none'],
  ]
  for (const [type, name, kind] of cases) t.equal(previewOf(file(type, name)), kind, `${type} ${name}`)
  for (const type of ['image/tiff', 'image/heic'])
    t.equal(previewOf(file(type, 'a', { thumbnail: true })), 'image', 'a thumbnail can be shown whatever the type')
  t.equal(previewOf(testItem('folder', { type: 'folder' })), 'none')
})

t.test('preview kind: language by extension', async (t) => {
  t.equal(languageOf(file('text/plain', 'a.TSX')), 'typescript')
  t.equal(languageOf(file('text/plain', 'a.txt')), null)
})
