import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { checkWith, tools } from '../../../../tests/support/archives.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import type { Entitlements, Scope } from '../../index.ts'

const zipOf = (...items: { id: string; type: string }[]) =>
  `/api/zip?items=${items.map(({ id, type }) => `${id}%7C${type}`).join(',')}`

const setUp = async (t: Test, entitlements: Partial<Entitlements> = {}) => {
  const test = await testUploads(t, entitlements)
  const folder = testFolder(t)
  const file = async (scope: Scope, name: string, bytes: Buffer, path?: string) => {
    const { body } = await test.upload(scope, name, bytes, path ? { path: `${path}/${name}` } : {})
    const { id, attributes } = body.data as NonNullable<typeof body.data>
    return { id, type: 'file', parent: attributes.parent_id as string, bytes }
  }
  const bytesAt = async (scope: Scope, url: string, headers: Record<string, string> = {}) => {
    const answer = await test.get(scope, url, headers)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  /** Downloads an archive, has every program check it, and returns its entries' paths. */
  const check = async (t: Test, scope: Scope, url: string, expected: { path: string; size: number }[]) => {
    const { answer, bytes } = await bytesAt(scope, url)
    t.equal(answer.status, 200)
    t.equal(Number(answer.headers.get('content-length')), bytes.length)
    const path = join(folder, 'check.zip')
    writeFileSync(path, bytes)
    for (const tool of tools) checkWith(t, tool, path, expected)
    return { answer, bytes }
  }
  const prepare = (scope: Scope, targets: object) => test.call(scope, 'POST', '/api/zip', targets)
  return { ...test, file, bytesAt, check, prepare }
}

t.test('a folder with all that is in it, and several items', async (t) => {
  const { person, file, check, storage } = await setUp(t)
  const me = await person()
  const a = await file(me, 'a.txt', Buffer.from('hello'), '/Top')
  const top = { id: a.parent, type: 'folder' }
  await file(me, 'CON', randomBytes(300_000), '/Top/Süb')
  await file(me, 'con', randomBytes(10), '/Top/Süb')
  await storage.api.folders.create(me, { name: 'empty', parent_id: top.id })
  const gone = await file(me, 'trashed.txt', Buffer.from('x'), '/Top')
  await storage.api.trash.remove(me, { items: [gone] })
  const inTop = [
    { path: 'Top/', size: 0 },
    { path: 'Top/Süb/', size: 0 },
    { path: 'Top/empty/', size: 0 },
    { path: 'Top/a.txt', size: 5 },
    { path: 'Top/Süb/CON_', size: 300_000 },
    { path: 'Top/Süb/con_ (1)', size: 10 },
  ]
  const { answer } = await check(t, me, zipOf(top), inTop)
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="Top.zip"',
    'accept-ranges': 'bytes',
    'cache-control': /private/,
    'content-security-policy': /sandbox/,
  })
  const beside = await file(me, 'top', Buffer.from('beside'))
  const several = await check(t, me, zipOf(top, beside, a), [...inTop, { path: 'top (1)', size: 6 }].sort(byTop))
  t.equal(several.answer.headers.get('content-disposition'), 'attachment; filename="files.zip"')
})

/** What was chosen comes first, then each folder's entries. */
const byTop = ({ path: a }: { path: string }, { path: b }: { path: string }) =>
  Number(a !== 'Top/') - Number(b !== 'Top/') || Number(a !== 'top (1)') - Number(b !== 'top (1)')

t.test('any part, conditions, HEAD, five resumes at random places', async (t) => {
  const { person, file, bytesAt, get, storage, platform } = await setUp(t)
  const me = await person()
  for (let n = 0; n < 40; n++) await file(me, `${n}.bin`, randomBytes(n * 997 + 1), `/f/${n % 3}`)
  const last = await file(me, 'last.bin', randomBytes(2_500_000), '/f')
  const url = zipOf({ id: last.parent, type: 'folder' })
  const { answer, bytes } = await bytesAt(me, url)
  const etag = answer.headers.get('etag') as string
  t.match(etag, /^"[0-9a-f]{32}"$/)
  for (let round = 0; round < 5; round++) {
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(at + 1 + Math.floor(Math.random() * bytes.length), bytes.length)
      const part = await bytesAt(me, url, { range: `bytes=${at}-${end - 1}`, 'if-range': etag })
      t.equal(part.answer.status, 206)
      t.equal(part.answer.headers.get('content-range'), `bytes ${at}-${end - 1}/${bytes.length}`)
      pieces.push(part.bytes)
      at = end
    }
    t.ok(Buffer.concat(pieces).equals(bytes), 'spliced, it is the same archive')
  }
  const head = await get(me, url, {}, 'HEAD')
  t.same([head.status, head.headers.get('content-length'), head.headers.get('etag')], [200, String(bytes.length), etag])
  t.equal((await get(me, url, { 'if-none-match': etag })).status, 304)
  t.equal((await get(me, url, { range: `bytes=${bytes.length}-` })).status, 416)
  await sleep(2_100)
  t.equal((await get(me, url, {}, 'HEAD')).headers.get('etag'), etag, 'laid out anew, the same tag')
  await storage.api.folders.rename(me, last.id, { name: 'lost.bin' })
  const changed = await get(me, url, { range: 'bytes=5-', 'if-range': etag })
  t.equal(changed.status, 200, 'another archive starts from the beginning')
  await changed.body?.cancel()
  t.not(changed.headers.get('etag'), etag)
  await storage.api.traffic.flush()
  const [row] = await platform.db.query<{ download: number }>(
    'select downloaded_bytes as download from traffic where user_id = $1',
    [me.ownerId],
  )
  t.ok((row?.download ?? 0) >= bytes.length * 6, 'counted as downloads')
})

t.test('selections that no address could name', async (t) => {
  const { person, file, check, prepare, get, call } = await setUp(t)
  const [me, other] = [await person(), await person()]
  const files = []
  for (let n = 0; n < 5; n++) files.push(await file(me, `${n}.txt`, Buffer.from('x'), '/f'))
  const parent = files[0]?.parent as string
  const except = [files[1]?.id, files[3]?.id]
  const { status, body } = await prepare(me, { selection: { view: 'files', parent_id: parent, except } })
  t.equal(status, 201)
  t.match(body.data, { type: 'zip', attributes: { name: 'files.zip', files: 3 } })
  const wanted = [0, 2, 4].map((n) => ({ path: `${n}.txt`, size: 1 }))
  const { bytes } = await check(t, me, body.data.attributes.url, wanted)
  t.equal(bytes.length, body.data.attributes.size)
  t.equal((await get(other, body.data.attributes.url)).status, 404, 'A01: another caller')
  t.equal((await get(null, body.data.attributes.url)).status, 401)
  t.equal((await prepare(me, { selection: { view: 'trash', parent_id: null, except: [] } })).status, 404)
  t.equal((await prepare(me, {})).status, 422)
  const many = Array.from({ length: 10_000 }, () => ({ id: parent, type: 'folder' }))
  t.equal((await prepare(me, { items: many })).status, 422, 'A08: 10,000 ids')
  for (const items of ['', parent, `${parent}|folder|x`, 'x|folder', `${parent}|folder,`])
    t.equal((await call(me, 'GET', `/api/zip?items=${encodeURIComponent(items)}`)).status, 422, items)
})

t.test('A01 A02 A08 A19: one item out of reach hides the whole', async (t) => {
  const { person, file, get, storage } = await setUp(t)
  const [me, other] = [await person(), await person()]
  const mine = await file(me, 'mine.txt', Buffer.from('mine'), '/inside')
  const outside = await file(me, 'outside.txt', Buffer.from('outside'))
  const theirs = await file(other, 'theirs.txt', Buffer.from('CANARY'))
  const trashed = await file(me, 'trashed.txt', Buffer.from('CANARY'), '/gone')
  await storage.api.trash.remove(me, { items: [{ id: trashed.parent, type: 'folder' }] })
  const unknown = { id: '00000000-0000-4000-8000-000000000000', type: 'file' }
  const expected = await (await get(me, zipOf(unknown))).json()
  const hidden = [theirs, trashed, { id: trashed.parent, type: 'folder' }, { ...mine, type: 'folder' }]
  for (const item of hidden) {
    const answer = await get(me, zipOf(mine, item))
    t.equal(answer.status, 404)
    t.same(await answer.json(), expected)
  }
  const shared: Scope = {
    root: mine.parent,
    ownerId: me.ownerId,
    actor: { userId: null, key: 'share:x' },
    permission: 'visitor',
  }
  await t.rejects(storage.api.zip.open(shared, { items: [mine, outside] }), { status: 404 } as unknown as Error)
  const archive = await storage.api.zip.open(shared, { items: [mine] })
  t.equal(archive.files, 1, 'a share may, within its folder')
  archive.release()
})

t.test('401 where the account may not download', async (t) => {
  const { person, file, get, prepare } = await setUp(t, { canDownload: async () => ({ allowed: false }) })
  const me = await person()
  const mine = await file(me, 'a.txt', Buffer.from('x'))
  t.equal((await get(me, zipOf(mine))).status, 401)
  t.equal((await prepare(me, { items: [mine] })).status, 401)
})

/** Opens a download and reads its first bytes only. */
const begin = async (base: string, url: string, scope: Scope) => {
  const { port, host } = new URL(base)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${url} HTTP/1.1\r\nhost: ${host}\r\nx-test-user: ${scope.ownerId}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

const openBlobs = (dataDir: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return /^[0-9a-f]{32}$/.test(
        readlinkSync(`/proc/self/fd/${fd}`)
          .replace(`${join(dataDir, 'blobs')}/`, '')
          .slice(6),
      )
    } catch {
      return false
    }
  }).length

t.test('A37: three archives at once, and a reader who leaves', { skip: process.platform !== 'linux' }, async (t) => {
  const { person, upload, get, prepare, url: base, platform } = await setUp(t)
  const [me, other] = [await person(), await person()]
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push((await upload(me, `${n}.bin`, randomBytes(24 << 20), {}, 8 << 20)).body.data?.id as string)
  const urls = ids.map((id) => zipOf({ id, type: 'file' }))
  const sockets = await Promise.all(urls.slice(0, 3).map((url) => begin(base, url, me)))
  sockets.push(await begin(base, urls[0] as string, me))
  t.ok(openBlobs(platform.config.dataDir) > 0)
  const fourth = await get(me, urls[3] as string)
  t.equal(fourth.status, 429)
  t.ok(fourth.headers.get('retry-after'))
  t.equal((await prepare(me, { items: [{ id: ids[3], type: 'file' }] })).status, 429)
  const theirs = (await upload(other, 'x', Buffer.from('x'))).body.data?.id as string
  t.equal((await get(other, zipOf({ id: theirs, type: 'file' }))).status, 200, 'others are not concerned')
  for (const socket of sockets) socket.destroy()
  await eventually(t, () => openBlobs(platform.config.dataDir), 0, 'descriptors are free again')
  const again = await get(me, urls[3] as string)
  t.equal(again.status, 200)
  await again.body?.cancel()
})

t.test('a source that is gone breaks the connection', async (t) => {
  const { person, file, get, platform } = await setUp(t)
  const me = await person()
  await file(me, '1.bin', randomBytes(3_000_000), '/f')
  const second = await file(me, '2.bin', randomBytes(3_000), '/f')
  const [row] = await platform.db.query<{ key: string }>(
    'select b.key from items i join blobs b on b.id = i.blob_id where i.id = $1',
    [second.id],
  )
  rmSync(platform.blobs.localPath(row?.key as string))
  const answer = await get(me, zipOf({ id: second.parent, type: 'folder' }))
  t.equal(answer.status, 200)
  await t.rejects(answer.arrayBuffer(), 'never a short archive that looks whole')
})

t.test('A47: deep trees, and paths that no archive can name', async (t) => {
  const { person, platform, get } = await setUp(t)
  const me = await person()
  const chain = async (name: string, depth: number) => {
    const top = await seedOneFolder(platform.db, me.ownerId, name)
    let parent = top
    for (let level = 1; level < depth; level++) parent = await seedOneFolder(platform.db, me.ownerId, name, parent)
    return { id: top, type: 'folder' }
  }
  const deep = await get(me, zipOf(await chain('d', 1_000)))
  t.equal(deep.status, 200)
  t.equal((await deep.arrayBuffer()).byteLength, Number(deep.headers.get('content-length')))
  const long = await get(me, zipOf(await chain('x'.repeat(250), 300)))
  t.equal(long.status, 422)
  t.match(await long.json(), { code: 'zip-path-too-long' })
})

t.test('20,000 files, their length known before the first byte', async (t) => {
  const { person, platform, get } = await setUp(t)
  const me = await person()
  const folder = await seedOneFolder(platform.db, me.ownerId, 'many')
  await seedFolder(platform.db, me.ownerId, 20_000, { parent: folder })
  const head = await get(me, zipOf({ id: folder, type: 'folder' }), {}, 'HEAD')
  t.equal(head.status, 200)
  const [sum] = await platform.db.query<{ bytes: number }>(
    'select sum(size) as bytes from items where parent_id = $1',
    [folder],
  )
  t.ok(Number(head.headers.get('content-length')) > (sum?.bytes ?? 0))
})
