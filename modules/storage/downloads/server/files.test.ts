import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'

const urlOf = (answer: { body: { data?: { attributes: { file_url?: string } } } }) =>
  answer.body.data?.attributes.file_url as string

t.test('any single range is the same slice of the file, small and large', async (t) => {
  const { upload, person, get } = await testUploads(t)
  const me = await person()
  for (const size of [1, 300, 65_536, 65_537, 2_500_001]) {
    const bytes = randomBytes(size)
    const url = urlOf(await upload(me, 'a.bin', bytes))
    const at = fc.integer({ min: 0, max: size + 10 })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.tuple(at, at), fc.tuple(at, fc.constant(null)), fc.tuple(fc.constant(null), at)),
        async ([a, b]) => {
          const range = `bytes=${a ?? ''}-${b ?? ''}`
          const answer = await get(me, url, { range })
          const body = Buffer.from(await answer.arrayBuffer())
          const start = a ?? Math.max(size - (b as number), 0)
          if (a !== null && b !== null && b < a) return answer.status === 200 && body.equals(bytes)
          if (start >= size || (a === null && b === 0))
            return answer.status === 416 && answer.headers.get('content-range') === `bytes */${size}`
          const end = a === null || b === null ? size - 1 : Math.min(b, size - 1)
          return (
            answer.status === 206 &&
            answer.headers.get('content-range') === `bytes ${start}-${end}/${size}` &&
            body.equals(bytes.subarray(start, end + 1))
          )
        },
      ),
      { numRuns: 40 },
    )
    const odd = await get(me, url, { range: 'bytes=0-0,2-3' })
    t.equal(odd.status, 200, 'several ranges are answered with the whole')
    t.ok(Buffer.from(await odd.arrayBuffer()).equals(bytes))
  }
})

t.test('conditions, HEAD, and what every byte of user content carries', async (t) => {
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
  t.match((await get(me, `${url}?download=1`)).headers.get('content-disposition'), /^attachment/)
})

t.test('A32: only harmless types are shown, whatever the name says', async (t) => {
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

t.test('A35: names in headers', async (t) => {
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
  ]) {
    const file = await get(me, urlOf(await upload(me, name, Buffer.from(name))))
    t.equal(await file.text(), name)
    const header = file.headers.get('content-disposition') as string
    t.match(header, /^(inline|attachment); filename="[ !#-[\]-~]*"(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+)?$/)
    const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1]
    t.equal(encoded ? decodeURIComponent(encoded) : /filename="(.*)"/.exec(header)?.[1], name.normalize('NFC'))
  }
})

t.test('A01 A19: strangers, nobody, trashed, gone', async (t) => {
  const { upload, person, get, storage } = await testUploads(t)
  const [me, other] = [await person(), await person()]
  const answer = await upload(me, 'a.txt', Buffer.from('CANARY'), { path: '/f/a.txt' })
  const url = urlOf(answer)
  t.equal((await get(null, url)).status, 401)
  const hidden = await get(other, url)
  t.equal(hidden.status, 404)
  t.same(await hidden.json(), await (await get(me, '/file/00000000-0000-4000-8000-000000000000')).json())
  t.equal((await get(me, url)).status, 200)
  const folder = answer.body.data?.attributes.parent_id as string
  await storage.api.trash.remove(me, { items: [{ id: folder, type: 'folder' }] })
  t.equal((await get(me, url)).status, 404, 'at once, although it was read just before')
  await storage.api.restore.restore(me, { items: [{ id: folder, type: 'folder' }] }, false)
  t.equal((await get(me, url)).status, 200)
})

t.test('A19: owners alone download what is in their trash, and only when they say so', async (t) => {
  const { upload, person, get, storage } = await testUploads(t)
  const [me, other] = [await person(), await person()]
  const answer = await upload(me, 'a.txt', Buffer.from('CANARY'), { path: '/f/a.txt' })
  const url = `${urlOf(answer)}?trashed=1`
  const folder = answer.body.data?.attributes.parent_id as string
  await storage.api.trash.remove(me, { items: [{ id: folder, type: 'folder' }] })
  t.equal((await get(me, urlOf(answer))).status, 404)
  const mine = await get(me, url)
  t.equal(mine.status, 200)
  t.match(mine.headers.get('content-disposition'), /^attachment/)
  t.equal(await mine.text(), 'CANARY')
  t.equal((await get(other, url)).status, 404)
  t.equal((await get(null, url)).status, 401)
  const id = answer.body.data?.id as string
  for (const scope of [
    { ...me, root: folder },
    { ...me, actor: other.actor },
    { ...me, actor: { userId: null, key: 'share:x' } },
  ])
    await t.rejects(storage.api.files.findTrashed(scope, id), { code: 'item-not-found' })
  await storage.api.trash.remove(me, { items: [{ id: folder, type: 'folder', force_delete: true }] })
  t.equal((await get(me, url)).status, 404, 'gone is gone')
})

t.test('a blob that is gone or too short is never sent as if it were whole', async (t) => {
  const { upload, person, get, platform } = await testUploads(t)
  const me = await person()
  const url = urlOf(await upload(me, 'a.bin', randomBytes(100_000)))
  const folder = join(platform.config.dataDir, 'blobs')
  const [path] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  rmSync(join(path?.parentPath as string, path?.name as string))
  t.equal((await get(me, url)).status, 404)
})

t.test('a reader who leaves gives the file back; traffic is what was sent', async (t) => {
  const { upload, person, get, url: base, platform, storage } = await testUploads(t)
  const me = await person()
  const size = 40 << 20
  const url = urlOf(await upload(me, 'a.bin', randomBytes(size), {}, 16 << 20))
  const { port, host } = new URL(base)
  for (let n = 0; n < 8; n++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${url} HTTP/1.1\r\nhost: ${host}\r\nx-test-user: ${me.ownerId}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
  }
  const open = () => {
    const blobs = join(platform.config.dataDir, 'blobs')
    return readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(blobs)
      } catch {
        return false
      }
    }).length
  }
  t.ok(await poll(() => open() <= 2), 'only folders stay open')
  const other = await person()
  const theirs = urlOf(await upload(other, 'b.bin', randomBytes(5_000)))
  await (await get(other, theirs, { range: 'bytes=0-999' })).arrayBuffer()
  await get(other, theirs, {}, 'HEAD')
  await storage.api.traffic.flush()
  const rows = await platform.db.query(
    'select uploaded_bytes as upload, downloaded_bytes as download from traffic where user_id = $1',
    [other.ownerId],
  )
  t.same(rows, [{ upload: 5_000, download: 1_000 }])
})

t.test('401 where the account may not download', async (t) => {
  const { upload, person, get } = await testUploads(t, { canDownload: async () => ({ allowed: false }) })
  const me = await person()
  const url = urlOf(await upload(me, 'a', Buffer.from('x')))
  const answer = await get(me, url)
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'download-restricted' })
})
