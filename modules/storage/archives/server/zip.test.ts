import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { testZips, zipOf } from '../../../../tests/support/zips.ts'
import type { Scope } from '../../index.ts'

t.test('zip: a folder with its tree, and several items', async (t) => {
  const { person, file, check, storage } = await testZips(t)
  const me = await person()
  const a = await file(me, 'a.txt', Buffer.from('hello'), '/Top')
  const top = { id: a.parent, type: 'folder' }
  await file(me, 'CON', randomBytes(300_000), '/Top/Süb')
  await file(me, 'con', randomBytes(10), '/Top/Süb')
  await storage.api.folders.create(me, { name: 'empty', parent_id: top.id })
  const trashed = await file(me, 'trashed.txt', Buffer.from('x'), '/Top')
  await storage.api.trash.remove(me, { items: [trashed] })
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

/** Selected items come first, then the entries of each folder. */
const byTop = ({ path: a }: { path: string }, { path: b }: { path: string }) =>
  Number(a !== 'Top/') - Number(b !== 'Top/') || Number(a !== 'top (1)') - Number(b !== 'top (1)')

t.test('zip: ranges, conditional requests, HEAD, and resumed downloads', async (t) => {
  const { person, file, bytesAt, get, storage, platform } = await testZips(t)
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
    t.ok(Buffer.concat(pieces).equals(bytes), 'the joined parts equal the archive')
  }
  const head = await get(me, url, {}, 'HEAD')
  t.same([head.status, head.headers.get('content-length'), head.headers.get('etag')], [200, String(bytes.length), etag])
  t.equal((await get(me, url, { 'if-none-match': etag })).status, 304)
  t.equal((await get(me, url, { range: `bytes=${bytes.length}-` })).status, 416)
  await sleep(1_100)
  t.equal((await get(me, url, {}, 'HEAD')).headers.get('etag'), etag, 'a new layout has the same ETag')
  await storage.api.folders.rename(me, last.id, { name: 'lost.bin' })
  const changed = await get(me, url, { range: 'bytes=5-', 'if-range': etag })
  t.equal(changed.status, 200, 'a changed archive is sent from the beginning')
  await changed.body?.cancel()
  t.not(changed.headers.get('etag'), etag)
  await storage.api.traffic.flush()
  const [row] = await platform.db.query<{ download: number }>(
    'select downloaded_bytes as download from traffic where user_id = $1',
    [me.ownerId],
  )
  t.ok((row?.download ?? 0) >= bytes.length * 6, 'counted as downloads')
})

t.test('zip: prepared selections', async (t) => {
  const { person, file, check, prepare, get, call } = await testZips(t)
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
  t.equal((await get(other, body.data.attributes.url)).status, 404, 'A01: another account')
  t.equal((await get(null, body.data.attributes.url)).status, 401)
  t.equal((await prepare(me, { selection: { view: 'trash', parent_id: null, except: [] } })).status, 404)
  t.equal((await prepare(me, {})).status, 422)
  const many = Array.from({ length: 10_000 }, () => ({ id: parent, type: 'folder' }))
  t.equal((await prepare(me, { items: many })).status, 422, 'A08: 10,000 ids')
  for (const items of ['', parent, `${parent}|folder|x`, 'x|folder', `${parent}|folder,`])
    t.equal((await call(me, 'GET', `/api/zip?items=${encodeURIComponent(items)}`)).status, 422, items)
})

t.test('A01 A02 A08 A19 zip: 404 for the whole when one item is outside the scope', async (t) => {
  const { person, file, get, storage } = await testZips(t)
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
  t.equal(archive.files, 1, 'a share link may, within its folder')
  archive.release()
})

t.test('zip: 401 for restricted accounts', async (t) => {
  const { person, file, get, prepare } = await testZips(t, { canDownload: async () => ({ allowed: false }) })
  const me = await person()
  const mine = await file(me, 'a.txt', Buffer.from('x'))
  t.equal((await get(me, zipOf(mine))).status, 401)
  t.equal((await prepare(me, { items: [mine] })).status, 401)
})
