import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { sha256Of, testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'

const mebibyte = 1 << 20
const staged = (dataDir: string) => readdirSync(join(dataDir, 'staging'))

t.test('chunks: a small file and a file of several chunks are stored unchanged', async (t) => {
  const { upload, bytesOf, person, platform, storage, usage } = await testUploads(t)
  const me = await person()
  const small = await upload(me, 'häuschen.txt', Buffer.from('hello'))
  t.match(small, {
    status: 201,
    body: {
      data: { type: 'file', attributes: { name: 'häuschen.txt', size: 5, mimetype: 'text/plain', kind: 'document' } },
    },
  })
  t.equal((await bytesOf(me, small)).toString(), 'hello')
  const large = randomBytes(3 * mebibyte + 17)
  const mtime = '2020-02-03T04:05:06.000Z'
  const answer = await upload(me, 'large.bin', large, { sha256: sha256Of(large), mtime })
  t.match(answer, { status: 201, body: { data: { attributes: { modified_at: mtime, size: large.length } } } })
  t.ok((await bytesOf(me, answer)).equals(large))
  t.same(await usage(me), { used: large.length + 5, reserved: 0 })
  t.same(staged(platform.config.dataDir), [])
  t.same(await wrongCounters(platform.db), [])
  t.same((await storage.api.fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test(
  'A24 A25 D27: a repeated chunk is acknowledged, any other offset is rejected with the expected one',
  async (t) => {
    const { chunk, bytesOf, person, get } = await testUploads(t)
    const me = await person()
    const bytes = randomBytes(30)
    const upload_id = randomUUID()
    const send = (offset: number, size: number, { isLast = false } = {}) =>
      chunk(
        me,
        { name: 'a.bin', upload_id, offset, total_size: 30, is_last_chunk: isLast },
        bytes.subarray(offset, offset + size),
      )
    t.match(await send(0, 10), {
      status: 200,
      body: { data: { id: upload_id, type: 'upload', attributes: { offset: 10 } } },
    })
    t.match(await send(0, 10), { status: 200, body: { data: { attributes: { offset: 10 } } } }, 'repeat')
    t.match(await send(20, 10), { status: 409, body: { code: 'offset-conflict', expected_offset: 10 } }, 'gap')
    t.match(await send(5, 10), { status: 409, body: { expected_offset: 10 } }, 'overlap')
    t.match(await send(10, 10), { status: 200, body: { data: { attributes: { offset: 20 } } } })
    const state = await get(me, `/api/upload/chunks/${upload_id}`)
    t.match(await state.json(), { data: { attributes: { offset: 20, finished: false } } })
    const first = await send(20, 10, { isLast: true })
    t.equal(first.status, 201)
    const [second, third] = await Promise.all([send(20, 10, { isLast: true }), send(20, 10, { isLast: true })])
    t.same([second.status, third.status], [201, 201], 'the repeated last chunk')
    t.same([second.body.data?.id, third.body.data?.id], [first.body.data?.id, first.body.data?.id])
    t.match(await send(0, 10), { status: 200 }, 'an earlier chunk, repeated')
    t.ok((await bytesOf(me, first)).equals(bytes))
  },
)

t.test('a repeated last chunk of a purged file: 404, and nothing is stored', async (t) => {
  const { chunk, person, platform, storage, usage } = await testUploads(t)
  const me = await person()
  for (const size of [30, 2 * mebibyte]) {
    const fields = { name: 'a.bin', upload_id: randomUUID(), offset: 0, total_size: size, is_last_chunk: true }
    const send = () => chunk(me, fields, Buffer.alloc(size, 1))
    const { status, body } = await send()
    t.equal(status, 201)
    await storage.api.trash.remove(me, { items: [{ id: body.data?.id as string, type: 'file' }], force_delete: true })
    t.match(await send(), { status: 404, body: { code: 'item-not-found' } })
  }
  t.same(await usage(me), { used: 0, reserved: 0 })
  t.same(await wrongCounters(platform.db), [])
})

t.test('A26: two people with one upload id, and two tabs with one name, get two intact files', async (t) => {
  const { upload, chunk, bytesOf, person } = await testUploads(t)
  const [me, other] = [await person(), await person()]
  const upload_id = randomUUID()
  const mine = randomBytes(2 * mebibyte)
  const theirs = randomBytes(2 * mebibyte)
  const [a, b] = await Promise.all([
    upload(me, 'same.bin', mine, { upload_id }, 300_000),
    upload(other, 'same.bin', theirs, { upload_id }, 300_000),
  ])
  t.ok((await bytesOf(me, a)).equals(mine))
  t.ok((await bytesOf(other, b)).equals(theirs))
  t.equal(
    (await chunk(other, { name: 'x', upload_id: randomUUID(), offset: 5, is_last_chunk: true }, mine.subarray(0, 9)))
      .status,
    409,
  )
  const tabs = await Promise.all([upload(me, 'tab.bin', mine, {}, 400_000), upload(me, 'tab.bin', theirs, {}, 400_000)])
  t.ok((await bytesOf(me, tabs[0])).equals(mine))
  t.ok((await bytesOf(me, tabs[1])).equals(theirs))
})

t.test('a chunk that is cut off keeps the bytes that arrived; sent again, or from there, it goes on', async (t) => {
  const { chunk, bytesOf, person, get } = await testUploads(t)
  const me = await person()
  const bytes = randomBytes(5 * mebibyte)
  const upload_id = randomUUID()
  const fields = { name: 'a.bin', upload_id, total_size: bytes.length }
  const half = 2 * mebibyte + 5
  const offset = async () => {
    const answer = await get(me, `/api/upload/chunks/${upload_id}`)
    const { data } = (await answer.json()) as { data?: { attributes: { offset: number } } }
    return data?.attributes.offset ?? 0
  }
  await t.rejects(
    chunk(me, { ...fields, offset: 0, is_last_chunk: false }, bytes.subarray(0, half), { cutAfter: mebibyte }),
  )
  await poll(async () => (await offset()) > mebibyte / 2)
  t.match(await chunk(me, { ...fields, offset: 0, is_last_chunk: false }, bytes.subarray(0, half)), {
    status: 200,
    body: { data: { attributes: { offset: half } } },
  })
  const rest = bytes.subarray(half)
  for (const cutAfter of [mebibyte, 2 * mebibyte]) {
    await t.rejects(chunk(me, { ...fields, offset: half, is_last_chunk: true }, rest, { cutAfter }))
    await poll(async () => (await offset()) > half + cutAfter - mebibyte)
  }
  const kept = await offset()
  t.ok(kept < bytes.length)
  const answer = await chunk(me, { ...fields, offset: kept, is_last_chunk: true }, bytes.subarray(kept))
  t.equal(answer.status, 201)
  t.ok((await bytesOf(me, answer)).equals(bytes))
})

t.test('legacy form: no upload id, fields after the part, a repeated chunk', async (t) => {
  const { url, bytesOf, person, platform } = await testUploads(t)
  const me = await person()
  const bytes = randomBytes(3 * mebibyte)
  const send = async (piece: Buffer, { isLast = false } = {}, part = 'AAAAAAAAAAAAAAAA-old.bin.part') => {
    const form = new FormData()
    form.append('name', 'old.bin')
    form.append('chunk', new Blob([new Uint8Array(piece)]), part)
    form.append('extension', 'bin')
    form.append('is_last_chunk', isLast ? '1' : '0')
    const answer = await fetch(`${url}/api/upload/chunks`, {
      method: 'POST',
      headers: { 'x-test-user': me.ownerId },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const parts = [bytes.subarray(0, 1_500_000), bytes.subarray(1_500_000, 2_000_000), bytes.subarray(2_000_000)]
  t.equal((await send(parts[0] as Buffer)).status, 200)
  t.equal((await send(parts[1] as Buffer)).status, 200)
  t.match(
    await send(parts[1] as Buffer),
    { status: 422, body: { code: 'ambiguous-chunk' } },
    'D40: repeated, or equal to the one before',
  )
  const done = await send(parts[2] as Buffer, { isLast: true })
  t.equal(done.status, 201)
  t.equal((await send(parts[2] as Buffer, { isLast: true })).body.data.id, done.body.data.id, 'the repeated last chunk')
  t.ok((await bytesOf(me, done)).equals(bytes))
  const again = await send(bytes, { isLast: true })
  t.not(again.body.data.id, done.body.data.id, 'other bytes of that name are another file')
  t.equal(again.status, 201)
  t.same(staged(platform.config.dataDir), [])
})

t.test('legacy form: equal consecutive parts never become a shorter file without an error', async (t) => {
  const { url, bytesOf, person } = await testUploads(t)
  const me = await person()
  const send = async (name: string, piece: Buffer, { isLast = false, total = 0 } = {}) => {
    const query = new URLSearchParams({
      name,
      is_last_chunk: String(isLast),
      ...(total ? { total_size: `${total}` } : {}),
    })
    const answer = await fetch(`${url}/api/upload/chunks?${query}`, {
      method: 'POST',
      headers: { 'x-test-user': me.ownerId, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(piece),
    })
    return { status: answer.status, body: await answer.json() }
  }
  for (const byte of [0x00, 0xff]) {
    const [name, run] = [`disk ${byte}.img`, Buffer.alloc(100_000, byte)]
    t.match(await send(name, run), { status: 200, body: { data: { attributes: { offset: 100_000 } } } })
    t.match(await send(name, run), { status: 422, body: { code: 'ambiguous-chunk' } })
    t.match(await send(name, run, { total: 300_000 }), {
      status: 200,
      body: { data: { attributes: { offset: 200_000 } } },
    })
    const done = await send(name, run, { isLast: true, total: 300_000 })
    t.equal(done.status, 201)
    t.ok((await bytesOf(me, done)).equals(Buffer.alloc(300_000, byte)))
  }
})

t.test(
  'rejects a wrong checksum, an invalid name, a blacklisted type, and a folder outside of the scope',
  async (t) => {
    const { upload, person, platform, usage } = await testUploads(t)
    const [me, other] = [await person(), await person()]
    await platform.settings.set({ mimetypes_blacklist: ['php', 'html', 'svg+xml'] })
    const text = Buffer.from('some text')
    const wrong = { sha256: sha256Of(Buffer.from('other')) }
    t.match(await upload(me, 'a.txt', text, wrong), { status: 422, body: { code: 'checksum-mismatch' } })
    t.match(await upload(me, 'a.bin', randomBytes(1_500_000), wrong), {
      status: 422,
      body: { code: 'checksum-mismatch' },
    })
    for (const name of ['../../x', '..\\x', 'a/b', 'x\0.png', '\u202egpj.exe', 'x'.repeat(256), '..'])
      t.match(await upload(me, name, text), { status: 422 }, `A23 A36 ${JSON.stringify(name)}`)
    for (const name of ['.DS_Store'])
      t.match(await upload(me, name, text), { status: 422, body: { code: 'skipped-file' } })
    for (const name of ['x.PHP', 'x.php.', 'x.php::$DATA', 'x.php.jpg', 'x.hTmL'])
      t.match(await upload(me, name, text), { status: 422, body: { code: 'file-type-not-allowed' } }, `A31 ${name}`)
    t.match(
      await upload(me, 'x.txt', Buffer.from('<!doctype html><p>')),
      { status: 422, body: { code: 'file-type-not-allowed' } },
      'A31 by content',
    )
    t.match(await upload(me, 'x.txt', text, { path: '/a/../b/x.txt' }), { status: 422 })
    const theirs = await upload(other, 'x.txt', text, { path: '/theirs/x.txt' })
    for (const parent_id of [
      theirs.body.data?.attributes.parent_id as string,
      theirs.body.data?.id as string,
      randomUUID(),
      'x',
    ])
      t.match(
        await upload(me, 'x.txt', text, { parent_id }),
        { status: 404, body: { code: 'parent-not-found' } },
        'A03',
      )
    t.match(await upload(me, 'x.txt', text, { parent_id: '' }), { status: 201 })
    t.same(await usage(me), { used: text.length, reserved: 0 })
    t.same(staged(platform.config.dataDir), [])
  },
)

t.test('A38, R08: an upload into a deleted folder is discarded, and reserves nothing', async (t) => {
  const { chunk, upload, person, storage, usage, platform, get } = await testUploads(t)
  const me = await person()
  const bytes = randomBytes(2 * mebibyte)
  const begin = async (parent_id: string) => {
    const fields = { name: 'a.bin', upload_id: randomUUID(), total_size: bytes.length, parent_id }
    t.equal((await chunk(me, { ...fields, offset: 0, is_last_chunk: false }, bytes.subarray(0, mebibyte))).status, 200)
    return () => chunk(me, { ...fields, offset: mebibyte, is_last_chunk: true }, bytes.subarray(mebibyte))
  }
  const folder = async (name: string) => (await storage.api.folders.create(me, { name })).id
  for (const force_delete of [false, true]) {
    const id = await folder(`f${force_delete}`)
    const end = await begin(id)
    await storage.api.trash.remove(me, { items: [{ id, type: 'folder', force_delete }] })
    t.match(await end(), { status: 404, body: { code: 'parent-not-found' } })
  }
  const upload_id = randomUUID()
  const part = { name: 'a.bin', upload_id, total_size: 99, offset: 0, is_last_chunk: false }
  t.equal((await chunk(me, part, bytes.subarray(0, 50))).status, 200)
  t.same(await usage(me), { used: 0, reserved: 99 })
  t.equal((await get(me, `/api/upload/chunks/${upload_id}`, {}, 'DELETE')).status, 204)
  t.equal((await get(me, `/api/upload/chunks/${upload_id}`)).status, 404)
  t.same(await usage(me), { used: 0, reserved: 0 })
  t.same(staged(platform.config.dataDir), [])
  t.match(await upload(me, 'b.bin', bytes), { status: 201 })
})
