import { randomBytes, randomUUID } from 'node:crypto'
import t from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { type ChunkResponse, sha256Of, testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { seedOneFolder } from '../../../../tests/support/seed.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Scope } from '../../index.ts'

type Fields = Record<string, string | number | boolean>

const limit = 40_000_000
const withQuota = { canUpload: async () => ({ allowed: true as const, limit }) }

const wholeFile = (bytes: Buffer, more: Record<string, string | number> = {}) => ({
  name: 'photo.bin',
  upload_id: randomUUID(),
  offset: 0,
  total_size: bytes.length,
  is_last_chunk: true,
  ...more,
})

t.test('a file of one chunk is stored with its bytes and hashes, whatever its size', async (t) => {
  const uploads = await testUploads(t, withQuota)
  const me = await uploads.person()
  let used = 0
  for (const size of [1, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 5_000_000, 16 << 20]) {
    const bytes = randomBytes(size)
    const { status, body } = await uploads.chunk(me, wholeFile(bytes, { path: `/${size}/photo.bin` }), bytes)
    t.equal(status, 201, `${size}`)
    const answer = await uploads.get(me, `/file/${body.data?.id}`)
    t.equal(sha256Of(Buffer.from(await answer.arrayBuffer())), sha256Of(bytes), `${size}`)
    used += size
  }
  t.same(await uploads.usage(me), { used, reserved: 0 })
  t.same(await wrongCounters(uploads.platform.db), [])
  t.same((await uploads.storage.api.fsck.run({ deep: true })).findings, [])
})

t.test('parallel files of one chunk do not mix their bytes', async (t) => {
  const uploads = await testUploads(t)
  const me = await uploads.person()
  const files = Array.from({ length: 40 }, (_, at) => randomBytes(at % 2 ? 900_000 : 1_400_000))
  const stored = await Promise.all(files.map((bytes) => uploads.chunk(me, wholeFile(bytes), bytes)))
  for (const [at, { status, body }] of stored.entries()) {
    t.equal(status, 201)
    const answer = await uploads.get(me, `/file/${body.data?.id}`)
    t.equal(sha256Of(Buffer.from(await answer.arrayBuffer())), sha256Of(files[at] as Buffer))
  }
})

t.test('a larger file of one chunk opens no session; one that is cut off keeps the bytes that arrived', async (t) => {
  const uploads = await testUploads(t, withQuota)
  const me = await uploads.person()
  const bytes = randomBytes(8_000_000)
  const fields = wholeFile(bytes)
  const cut = uploads.chunk(me, fields, bytes, { cutAfter: 4_000_000 })
  t.same(await uploads.platform.db.query('select id from upload_sessions'), [])
  await t.rejects(cut)
  const state = async () => (await uploads.get(me, `/api/upload/chunks/${fields.upload_id}`)).json()
  const received = async () => ((await state()) as ChunkResponse['body']).data?.attributes.offset ?? 0
  const offset = await poll(received)
  t.ok(offset > 2_000_000 && offset <= 4_000_000, `${offset}`)
  t.same(await uploads.usage(me), { used: 0, reserved: bytes.length })
  const answer = await uploads.chunk(me, { ...fields, offset }, bytes.subarray(offset))
  t.equal(answer.status, 201)
  t.ok((await uploads.bytesOf(me, answer)).equals(bytes))
  t.same(await uploads.usage(me), { used: bytes.length, reserved: 0 })
  t.equal((await keysOf(uploads.platform.blobs.staged())).length, 0)
  t.same(await wrongCounters(uploads.platform.db), [])
})

t.test('a repeated whole file is stored once, in one process and through two at once', async (t) => {
  const one = await testUploads(t, withQuota)
  const other = await testUploads(t, withQuota, one)
  const me = await one.person()
  const bytes = randomBytes(3_000_000)
  const fields = wholeFile(bytes)
  const first = await one.chunk(me, fields, bytes)
  t.equal(first.status, 201)
  const repeated = await one.chunk(me, fields, bytes)
  t.equal(repeated.status, 201)
  t.equal(repeated.body.data?.id, first.body.data?.id)
  for (let round = 0; round < 8; round++) {
    const again = wholeFile(bytes, { name: `${round}.bin` })
    const answers = await Promise.all([one, other, one].map((uploads) => uploads.chunk(me, again, bytes)))
    t.same(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    t.equal(new Set(answers.map(({ body }) => body.data?.id)).size, 1)
  }
  t.same(await one.usage(me), { used: 9 * bytes.length, reserved: 0 })
  t.equal((await keysOf(one.platform.blobs.blobs())).length, 9, 'no blob without a row')
  t.same(await wrongCounters(one.platform.db), [])
})

t.test('D9: a stored file is answered again although the account or the folder would take no other', async (t) => {
  let allowed = true
  const canUpload = async () => ({ allowed, limit: 100_000 })
  const one = await testUploads(t, { canUpload })
  const other = await testUploads(t, { canUpload }, one)
  const bytes = randomBytes(60_000)
  const repeat = async (scope: Scope, fields: Fields, id: unknown, label: string) => {
    for (const uploads of [one, other])
      t.match(await uploads.chunk(scope, fields, bytes), { status: 201, body: { data: { id } } }, label)
    const head = JSON.stringify([{ ...fields, total_size: String(bytes.length), offset: undefined }])
    const answer = await fetch(`${one.url}/api/upload/bundle?head=${head.length}`, {
      method: 'POST',
      headers: { 'x-test-user': scope.ownerId, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.concat([Buffer.from(head), bytes])),
    })
    t.match(await answer.json(), { files: [{ status: 201, data: { id } }] }, `${label}, in a bundle`)
  }
  const me = await one.person()
  const folder = await seedOneFolder(one.platform.db, me.ownerId, 'target')
  const fields = wholeFile(bytes, { parent_id: folder })
  const { status, body } = await one.chunk(me, fields, bytes)
  t.equal(status, 201)
  const id = body.data?.id as string
  await repeat(me, fields, id, 'no quota left')
  await one.storage.api.moves.move(me, { items: [{ id, type: 'file' }] }, null)
  await one.storage.api.trash.remove(me, { items: [{ id: folder, type: 'folder' }] })
  await repeat(me, fields, id, 'its folder is in the trash')
  allowed = false
  for (const uploads of [one, other]) uploads.storage.api.uploads.permissionsChanged(me.ownerId)
  await repeat(me, fields, id, 'restricted')
  t.match(await one.chunk(me, wholeFile(bytes), bytes), { status: 401 }, 'another file')
  t.match(await one.chunk(me, { ...fields, total_size: 9 }, bytes.subarray(0, 9)), { status: 404 }, 'another size')
  t.same(await one.usage(me), { used: bytes.length, reserved: 0 })
  t.equal((await keysOf(one.platform.blobs.blobs())).length, 1)
})

t.test('a wrong checksum stores nothing, for each size', async (t) => {
  const uploads = await testUploads(t, withQuota)
  const me = await uploads.person()
  for (const size of [10, 500_000, 3_000_000]) {
    const bytes = randomBytes(size)
    const answer = await uploads.chunk(me, wholeFile(bytes, { sha256: 'ab'.repeat(32) }), bytes)
    t.match(answer, { status: 422, body: { code: 'checksum-mismatch' } }, `${size}`)
  }
  t.equal((await keysOf(uploads.platform.blobs.blobs())).length, 0)
  t.equal((await keysOf(uploads.platform.blobs.staged())).length, 0)
  t.same(await uploads.usage(me), { used: 0, reserved: 0 })
})

t.test('the quota holds for parallel whole files; one that cannot fit is rejected before its bytes', async (t) => {
  const uploads = await testUploads(t, withQuota)
  const me = await uploads.person()
  const bytes = randomBytes(3_000_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => uploads.chunk(me, wholeFile(bytes), bytes)))
  t.equal(answers.filter(({ status }) => status === 201).length, 13)
  t.equal(answers.filter(({ status, body }) => status === 423 && body.code === 'quota-exceeded').length, 7)
  t.same(await uploads.usage(me), { used: 39_000_000, reserved: 0 })
  t.match(await uploads.chunk(me, wholeFile(bytes), bytes), { status: 423 })
  t.equal((await keysOf(uploads.platform.blobs.blobs())).length, 13)
  t.same(await wrongCounters(uploads.platform.db), [])
})
