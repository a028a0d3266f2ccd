import { randomBytes } from 'node:crypto'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'

const urlOf = (answer: { body: { data?: { attributes: { file_url?: string } } } }) =>
  answer.body.data?.attributes.file_url as string

t.test('download: conditional requests, HEAD, and headers of user content', async (t) => {
  const { upload, person, get } = await testUploads(t)
  const me = await person()
  const answer = await upload(me, 'a.txt', Buffer.from('0123456789'))
  const url = urlOf(answer)
  const whole = await get(me, url)
  t.equal(await whole.text(), '0123456789')
  const etag = whole.headers.get('etag') as string
  const modified = whole.headers.get('last-modified') as string
  t.equal(etag, answer.body.data?.attributes.etag)
  t.match(etag, /^"[0-9a-f]+"$/)
  t.match(Object.fromEntries(whole.headers), {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': /private/,
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none'.*sandbox$/,
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': 'inline; filename="a.txt"',
  })
  const head = await get(me, url, { range: 'bytes=0-1' }, 'HEAD')
  t.same([head.status, head.headers.get('content-length'), await head.text()], [200, '10', ''])
  const known: Record<string, string>[] = [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", W/${etag}` },
    { 'if-modified-since': modified },
  ]
  for (const headers of known) t.equal((await get(me, url, headers)).status, 304)
  t.equal((await get(me, url, { 'if-none-match': '"x"', 'if-modified-since': modified })).status, 200)
  const range = 'bytes=2-3'
  t.equal((await get(me, url, { range, 'if-range': etag })).status, 206)
  t.equal((await get(me, url, { range, 'if-range': modified })).status, 206)
  t.equal((await get(me, url, { range, 'if-range': '"other"' })).status, 200)
  for (const other of [new Date(modified).toISOString(), modified.replace(/^\w+, /, '')]) {
    t.equal((await get(me, url, { range, 'if-range': other })).status, 200, `as nginx, which does not read ${other}`)
    t.equal((await get(me, url, { 'if-modified-since': other })).status, 200)
  }
  t.match((await get(me, `${url}?download=1`)).headers.get('content-disposition'), /^attachment/)
})

t.test('A32 download: only displayable types are inline, regardless of the name', async (t) => {
  const { upload, person, get } = await testUploads(t)
  const me = await person()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const cases: [string, Buffer, RegExp, RegExp][] = [
    ['a.png', png, /^image\/png$/, /^inline/],
    ['a.html', png, /^image\/png$/, /^inline/],
    ['a.png', Buffer.from('<html><script>alert(1)</script>'), /^application\/octet-stream$/, /^attachment/],
    ['a.txt', Buffer.from('<!-- x --><script>alert(1)</script>'), /^application\/octet-stream$/, /^attachment/],
    [
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      /octet-stream/,
      /^attachment/,
    ],
    ['a.js', Buffer.from('alert(1)'), /octet-stream/, /^attachment/],
    ['a.xml', Buffer.from('<?xml version="1.0"?><x/>'), /octet-stream/, /^attachment/],
    ['a.mht', Buffer.from('MIME-Version: 1.0'), /octet-stream/, /^attachment/],
    ['a.pdf', Buffer.from('%PDF-1.4\n'), /^application\/pdf$/, /^inline/],
    ['a.txt', Buffer.from('text with <script> in it'), /^text\/plain/, /^inline/],
    ['a.jpg', randomBytes(99), /octet-stream/, /^attachment/],
  ]
  for (const [name, bytes, type, disposition] of cases) {
    const file = await get(me, urlOf(await upload(me, name, bytes)))
    t.match(file.headers.get('content-type'), type, `${name} type`)
    t.match(file.headers.get('content-disposition'), disposition, `${name} disposition`)
    t.match(file.headers.get('content-security-policy'), /sandbox/)
  }
})

t.test('A35 download: Content-Disposition encodes every name safely', async (t) => {
  const { upload, person, get } = await testUploads(t)
  const me = await person()
  for (const name of [
    'a";b.txt',
    'x;y=z',
    "it's.txt",
    'Ünï çödé 👋.txt',
    `${'ä'.repeat(125)}.txt`,
    'CON',
    'a%22b',
    '日本.txt',
    '．．／．．／x.sh',
    '2024／05.pdf',
    'Letter ℅ Smith.txt',
    'a:b*c?<d>|e.txt',
    '‥',
    '.env',
  ]) {
    const file = await get(me, urlOf(await upload(me, name, Buffer.from(name))))
    t.equal(await file.text(), name)
    const header = file.headers.get('content-disposition') as string
    t.match(header, /^(inline|attachment); filename="[ !#-[\]-~]*"(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+)?$/)
    t.notMatch(/filename="(.*?)"/.exec(header)?.[1], /[/:*?<>|%;]|^\.+$|^\.\./, name)
    const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1]
    t.equal(encoded ? decodeURIComponent(encoded) : /filename="(.*)"/.exec(header)?.[1], name.normalize('NFC'))
  }
})
