import { randomBytes } from 'node:crypto'
import { fstatSync, readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'

const urlOf = (answer: { body: { data?: { attributes: { file_url?: string } } } }) =>
  answer.body.data?.attributes.file_url as string

t.test('download: every single range equals that part of the file, for small and large files', async (t) => {
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
    const multiple = await get(me, url, { range: 'bytes=0-0,2-3' })
    t.equal(multiple.status, 200, 'several ranges: the whole file')
    t.ok(Buffer.from(await multiple.arrayBuffer()).equals(bytes))
  }
})

t.test('A01 A19 download: rejects other accounts, calls without a session and trashed files', async (t) => {
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
  t.equal((await get(me, url)).status, 404, 'immediately, although its metadata was cached')
  await storage.api.restore.restore(me, { items: [{ id: folder, type: 'folder' }] })
  t.equal((await get(me, url)).status, 200)
})

t.test('A19 download: only owners download trashed files, and only with trashed=1', async (t) => {
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
  t.equal((await get(me, url)).status, 404, '404 after the purge')
})

t.test('download: the trash names URLs that its owner can download, also inside a trashed folder', async (t) => {
  const { upload, person, get, storage } = await testUploads(t)
  const [me, other] = [await person(), await person()]
  const single = await upload(me, 'single.txt', Buffer.from('single'))
  const inside = await upload(me, 'inside.txt', Buffer.from('inside'), { path: '/f/inside.txt' })
  const folder = inside.body.data?.attributes.parent_id as string
  const trashed = [
    { id: single.body.data?.id as string, type: 'file' as const },
    { id: folder, type: 'folder' as const },
  ]
  await storage.api.trash.remove(me, { items: trashed })
  const listed = async (id: string) =>
    (await storage.api.browse.trash(me, id, {})).data.flatMap(({ data }) => data.attributes.file_url ?? [])
  for (const [id, text] of [
    ['all', 'single'],
    [folder, 'inside'],
  ] as const) {
    const [url = ''] = await listed(id)
    t.match(url, /\?trashed=1$/)
    const answer = await get(me, url)
    t.same([answer.status, await answer.text()], [200, text])
    t.equal((await get(other, url)).status, 404)
  }
})

t.test('download: 404 for a missing blob', async (t) => {
  const { upload, person, get, platform } = await testUploads(t)
  const me = await person()
  const url = urlOf(await upload(me, 'a.bin', randomBytes(100_000)))
  for (const key of await keysOf(platform.blobs.blobs())) await platform.blobs.unlink(key)
  t.equal((await get(me, url)).status, 404)
})

t.test('download: a disconnected client releases the file; traffic counts the bytes sent', async (t) => {
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
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(blobs) && fstatSync(Number(fd)).isFile()
      } catch {
        return false
      }
    }).length
  }
  t.ok(await poll(() => open() === 0), 'only folders stay open')
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

t.test('download: 401 for restricted accounts', async (t) => {
  const { upload, person, get } = await testUploads(t, { canDownload: async () => ({ allowed: false }) })
  const me = await person()
  const url = urlOf(await upload(me, 'a', Buffer.from('x')))
  const answer = await get(me, url)
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'download-restricted' })
})
