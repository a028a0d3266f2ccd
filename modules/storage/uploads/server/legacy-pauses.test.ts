import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'

type Fields = Record<string, string | number>

const bytes = randomBytes(250_000)
const piece = (n: number) => bytes.subarray(n * 100_000, (n + 1) * 100_000)
const lost = { status: 422, body: { code: 'upload-lost' } }

/** Two chunks of an upload without `upload_id`, then a pause of 20 minutes. `fields` are of the first chunk. */
const paused = async (t: Test, fields: Fields = {}) => {
  const uploads = await testUploads(t)
  const me = await uploads.person()
  const send = (content: Buffer, more: Fields = {}) =>
    uploads.chunk(me, { name: 'a.img', is_last_chunk: false, ...more }, content)
  const sendLast = (content: Buffer, more: Fields = {}) =>
    uploads.chunk(me, { name: 'a.img', is_last_chunk: true, ...more }, content)
  const { db } = uploads.platform
  const pause = () => db.query(`update upload_sessions set expires_at = expires_at - interval '20 minutes'`)
  t.equal((await send(piece(0), fields)).status, 200)
  t.equal((await send(piece(1))).status, 200)
  await pause()
  /** Sends all chunks from the beginning and expects the whole file. */
  const sendAll = async () => {
    for (const n of [0, 1]) t.equal((await send(piece(n))).status, 200)
    await expectWhole(await sendLast(piece(2)))
  }
  const expectWhole = async (answer: Awaited<ReturnType<typeof send>>) => {
    t.equal(answer.status, 201)
    t.ok((await uploads.bytesOf(me, answer)).equals(bytes), 'its beginning is not missing')
    t.same(await uploads.usage(me), { used: bytes.length, reserved: 0 })
  }
  return { ...uploads, me, send, sendLast, sendAll, expectWhole, pause }
}

t.test('D40: an upload without upload_id whose size is known is resumed after a long pause', async (t) => {
  const { send, sendLast, expectWhole, pause } = await paused(t, { total_size: bytes.length })
  t.match(await send(piece(1)), { status: 200, body: { data: { attributes: { offset: 200_000 } } } }, 'a repeat')
  await pause()
  await expectWhole(await sendLast(piece(2)))
})

t.test('D40: of unknown size, it ends instead of being stored without its beginning', async (t) => {
  for (const kind of ['sendLast', 'send'] as const) {
    const uploads = await paused(t)
    t.match(await uploads[kind](piece(2)), lost, kind)
    await uploads.sendAll()
  }
})

t.test('D40: a chunk that does not fit its size ends it once', async (t) => {
  const { sendLast, sendAll } = await paused(t, { total_size: bytes.length })
  t.match(await sendLast(piece(0)), lost)
  await sendAll()
})

t.test('D40: one that the account’s owner has closed ends too', async (t) => {
  const { sendLast, sendAll, platform } = await paused(t, { total_size: bytes.length })
  await platform.db.query(`with closed as (
      update upload_sessions set finished_at = now(), item_id = null, reserved_bytes = 0 returning owner_id
    ) update usage set reserved_bytes = 0 from closed where user_id = closed.owner_id`)
  t.match(await sendLast(piece(2)), lost)
  await sendAll()
})

t.test('after a long pause a chunk that says so begins another file', async (t) => {
  for (const first of [{ total_size: piece(2).length }, { offset: 0 }] as Fields[]) {
    const { sendLast, bytesOf, me, usage } = await paused(t, { total_size: bytes.length })
    const stored = await sendLast(piece(2), first)
    t.equal(stored.status, 201, Object.keys(first).join())
    t.ok((await bytesOf(me, stored)).equals(piece(2)))
    t.same(await usage(me), { used: piece(2).length, reserved: 0 })
  }
})
