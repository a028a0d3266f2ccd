import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { BlobError } from '../../../platform/index.ts'

const size = 3_000_000
const piece = 1_200_000

const begun = async (t: Parameters<typeof testUploads>[0]) => {
  const uploads = await testUploads(t)
  const me = await uploads.person()
  const bytes = randomBytes(size)
  const fields = { name: 'a.bin', upload_id: randomUUID(), total_size: size }
  const send = (offset: number) =>
    uploads.chunk(
      me,
      { ...fields, offset, is_last_chunk: offset + piece >= size },
      bytes.subarray(offset, offset + piece),
    )
  const { dataDir } = uploads.platform.config
  const staged = () => readdirSync(join(dataDir, 'staging')).map((name) => join(dataDir, 'staging', name))
  return { ...uploads, me, bytes, send, staged }
}

for (const [what, lose] of [
  ['vanished', (path: string) => rmSync(path)],
  ['was cut short', (path: string) => truncateSync(path, 5)],
] as const)
  t.test(`an upload whose staged file ${what} starts again from 0`, async (t) => {
    const { send, staged, me, bytes, bytesOf, usage } = await begun(t)
    t.equal((await send(0)).status, 200)
    for (const path of staged()) lose(path)
    t.match(await send(piece), { status: 409, body: { code: 'offset-conflict', expected_offset: 0 } })
    t.equal((await send(0)).status, 200)
    t.equal((await send(piece)).status, 200)
    const last = await send(2 * piece)
    t.equal(last.status, 201)
    t.ok((await bytesOf(me, last)).equals(bytes))
    t.same(await usage(me), { used: size, reserved: 0 })
    t.same(staged(), [])
  })

t.test('without offsets the upload ends, and the next attempt starts again', async (t) => {
  const { chunk, staged, me, bytes, bytesOf, usage } = await begun(t)
  const send = (from: number) =>
    chunk(me, { name: 'b.bin', is_last_chunk: from + piece >= size }, bytes.subarray(from, from + piece))
  t.equal((await send(0)).status, 200)
  for (const path of staged()) rmSync(path)
  t.match(await send(piece), { status: 422, body: { code: 'upload-lost' } })
  t.same(await usage(me), { used: 0, reserved: 0 })
  await send(0)
  await send(piece)
  const last = await send(2 * piece)
  t.ok((await bytesOf(me, last)).equals(bytes))
})

t.test('an upload that stopped between the rename and the row is resumed', async (t) => {
  const { send, me, bytes, bytesOf, platform, storage } = await begun(t)
  await send(0)
  await send(piece)
  for (const key of await keysOf(platform.blobs.staged())) await platform.blobs.commit(key)
  const last = await send(2 * piece)
  t.equal(last.status, 201)
  t.ok((await bytesOf(me, last)).equals(bytes))
  t.same((await storage.api.fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test(
  'an upload whose bytes the store has lost at its end stays open, and its last chunk is sent again',
  async (t) => {
    const { send, me, bytes, bytesOf, usage, platform, staged } = await begun(t)
    await send(0)
    await send(piece)
    const { blobs } = platform
    const commit = blobs.commit.bind(blobs)
    blobs.commit = async () => {
      blobs.commit = commit
      throw new BlobError('missing')
    }
    t.match(await send(2 * piece), { status: 503, body: { code: 'storage-unhealthy' } })
    t.equal(staged().length, 1)
    const sessions = await platform.db.query('select received_bytes from upload_sessions where finished_at is null')
    t.match(sessions, [{ received_bytes: 2 * piece }])
    const last = await send(2 * piece)
    t.equal(last.status, 201)
    t.ok((await bytesOf(me, last)).equals(bytes))
    t.same(await usage(me), { used: size, reserved: 0 })
  },
)

t.test('A24: a named upload without upload_id is resumed after a long pause', async (t) => {
  const { url, me, bytes, bytesOf, platform } = await begun(t)
  const send = async (from: number) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ name: 'c.bin', is_last_chunk: String(from + piece >= size) }))
      form.append(name, value)
    form.append('chunk', new Blob([new Uint8Array(bytes.subarray(from, from + piece))]), 'AbCdEfGhIjKlMnOp-c.bin.part')
    const answer = await fetch(`${url}/api/upload/chunks`, {
      method: 'POST',
      headers: { 'x-test-user': me.ownerId },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  t.equal((await send(0)).status, 200)
  await platform.db.query(`update upload_sessions set expires_at = expires_at - interval '20 minutes'`)
  t.equal((await send(piece)).status, 200)
  const last = await send(2 * piece)
  t.equal(last.status, 201)
  t.ok((await bytesOf(me, last)).equals(bytes), 'its first chunk is not missing')
})
