import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { sha256Of, testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'

type Uploads = Awaited<ReturnType<typeof testUploads>>

const twoProcesses = async (t: Parameters<typeof testUploads>[0]): Promise<[Uploads, Uploads]> => {
  const one = await testUploads(t)
  return [one, await testUploads(t, {}, one)]
}

/** Locks all rows of `usage` until `release`. */
const lockUsage = async (t: Parameters<typeof testUploads>[0], { databaseUrl }: Uploads) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('begin')
  await client.query('select 1 from usage for update')
  return { release: () => client.query('rollback') }
}

t.test('R18: one upload through two processes at once becomes one intact file', async (t) => {
  const [one, other] = await twoProcesses(t)
  const me = await one.person()
  for (let round = 0; round < 12; round++) {
    const bytes = randomBytes(3_300_000)
    const upload_id = randomUUID()
    const send = async (uploads: Uploads) => {
      for (let [offset, attempt] = [0, 0]; attempt < 500; attempt++) {
        const piece = bytes.subarray(offset, offset + 1_100_000)
        const last = offset + piece.length === bytes.length
        const fields = { name: `${round}.bin`, upload_id, offset, total_size: bytes.length, is_last_chunk: last }
        const { status, body } = await uploads.chunk(me, fields, piece)
        if (status === 201) return body.data?.id
        if (status === 409 && body.expected_offset !== undefined) offset = body.expected_offset
        else if (status === 200) offset += piece.length
        else if (status !== 409 && status !== 404) throw new Error(`${status} ${body.code}`)
        else await sleep(20)
      }
      throw new Error('the upload did not end')
    }
    const [first, second] = await Promise.all([send(one), send(other)])
    t.equal(first, second, 'both get the same file')
    const answer = await other.get(me, `/file/${first}`)
    t.equal(sha256Of(Buffer.from(await answer.arrayBuffer())), sha256Of(bytes))
  }
  t.same(await one.usage(me), { used: 12 * 3_300_000, reserved: 0 })
  t.same(await wrongCounters(one.platform.db), [])
  t.match(await one.storage.api.garbageCollector.run({ grace: 0 }), { sessions: 0 })
  t.same((await one.storage.api.fsck.run({ deep: true })).findings, [])
})

t.test('another process takes over while a commit is still running', async (t) => {
  const [one, other] = await twoProcesses(t)
  const me = await one.person()
  const bytes = randomBytes(2_500_000)
  const fields = { name: 'a.bin', upload_id: randomUUID(), total_size: bytes.length }
  const [head, tail] = [bytes.subarray(0, 1_500_000), bytes.subarray(1_500_000)]
  t.equal((await one.chunk(me, { ...fields, offset: 0, is_last_chunk: false }, head)).status, 200)
  const usage = await lockUsage(t, one)
  const last = { ...fields, offset: head.length, is_last_chunk: true }
  const first = one.chunk(me, last, tail)
  const waiting = async () =>
    (
      await other.platform.db.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length
  await poll(waiting)
  // Simulates the death of the first process: its lock ends, but its commit continues in the database.
  one.platform.locks.close()
  const second = other.chunk(me, last, tail)
  await poll(waiting, (count) => count === 2)
  await usage.release()
  const [a, b] = await Promise.all([first, second])
  t.equal(a.status, 201)
  t.match(b, { status: 409, body: { code: 'upload-busy' } })
  const again = await other.chunk(me, last, tail)
  t.match(again, { status: 201, body: { data: { id: a.body.data?.id } } })
  t.ok((await other.bytesOf(me, again)).equals(bytes))
  t.same((await one.storage.api.fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test('a small last chunk without an offset ends the upload of another process, once', async (t) => {
  const [one, other] = await twoProcesses(t)
  const me = await one.person()
  const bytes = randomBytes(110_000)
  const fields = { name: 'a.bin', upload_id: randomUUID() }
  t.equal((await one.chunk(me, { ...fields, is_last_chunk: false }, bytes.subarray(0, 100_000))).status, 200)
  const last = { ...fields, is_last_chunk: true }
  const stored = await other.chunk(me, last, bytes.subarray(100_000))
  t.equal(stored.status, 201)
  t.match(await one.chunk(me, last, bytes.subarray(100_000)), {
    status: 201,
    body: { data: { id: stored.body.data?.id } },
  })
  t.ok((await other.bytesOf(me, stored)).equals(bytes))
  t.same(await one.usage(me), { used: bytes.length, reserved: 0 })
})

t.test('gc --grace 0 spares a file whose commit is slow', async (t) => {
  const [one, other] = await twoProcesses(t)
  const me = await one.person()
  await one.upload(me, 'first.bin', randomBytes(10))
  const usage = await lockUsage(t, one)
  const bytes = randomBytes(5_000)
  const fields = { name: 'small.bin', upload_id: randomUUID(), offset: 0, total_size: 5_000, is_last_chunk: true }
  const sending = one.chunk(me, fields, bytes)
  await sleep(6_500)
  const { quarantined } = await other.storage.api.garbageCollector.run({ grace: 0 })
  await usage.release()
  const answer = await sending
  t.equal(answer.status, 201)
  t.equal(quarantined, 0)
  t.ok((await other.bytesOf(me, answer)).equals(bytes))
  t.same(await keysOf(one.platform.blobs.quarantined()), [])
})

t.test('a blob that was quarantined before its row was committed is restored', async (t) => {
  const [one, other] = await twoProcesses(t)
  const me = await one.person()
  const answer = await one.upload(me, 'a.bin', randomBytes(10))
  const [row] = await one.platform.db.query<{ key: string }>('select key from blobs')
  await one.platform.blobs.quarantine(row?.key as string)
  t.same(await keysOf(one.platform.blobs.quarantined()), [row?.key])
  t.match(await other.storage.api.garbageCollector.run(), { restored: 1 })
  t.equal((await one.get(me, answer.body.data?.attributes.file_url as string)).status, 200)
})
