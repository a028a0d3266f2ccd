import { randomBytes, randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { locksReleased } from '../../../../tests/support/session-locks.ts'
import { BlobError } from '../../../platform/index.ts'

const bytes = randomBytes(50)
const fieldsOf = (name: string) => ({
  name,
  upload_id: randomUUID(),
  offset: 0,
  total_size: bytes.length,
  is_last_chunk: false,
})
type Fields = ReturnType<typeof fieldsOf>

/** Two stalled uploads of 20 bytes each. `collect` calls `meanwhile` with the second one while it removes the first one. */
const setUp = async (t: Test) => {
  const test = await testUploads(t)
  const { blobs, db } = test.platform
  const me = await test.person()
  const uploads = [fieldsOf('a.bin'), fieldsOf('b.bin')]
  for (const fields of uploads) await test.chunk(me, fields, bytes.subarray(0, 20))
  await db.query(`update upload_sessions set expires_at = now() - interval '1 minute'`)
  await locksReleased(db)
  const collect = async (meanwhile: (fields: Fields) => Promise<unknown>): Promise<Fields> => {
    const second: Fields[] = []
    const discard = blobs.discard.bind(blobs)
    t.intercept(blobs, 'discard', {
      value: async (key: string) => {
        if (second.length > 0) return discard(key)
        const [session] = await db.query<{ id: string }>('select id from upload_sessions')
        second.push(...uploads.filter(({ upload_id }) => upload_id === session?.id))
        await meanwhile(second[0] as Fields)
        return discard(key)
      },
    })
    t.match(await test.storage.api.garbageCollector.run(), { sessions: 1 })
    return second[0] as Fields
  }
  const isSound = async () => t.same((await test.storage.api.fsck.run({ deep: true })).findings, [])
  return { ...test, me, collect, isSound }
}

t.test('garbage collector: an upload that goes on after it was found keeps its session and its bytes', async (t) => {
  const { chunk, bytesOf, me, platform, collect, isSound } = await setUp(t)
  const upload = await collect(async (fields) => {
    t.match(await chunk(me, { ...fields, offset: 20 }, bytes.subarray(20, 40)), { status: 200 })
    await locksReleased(platform.db)
  })
  await isSound()
  const done = await chunk(me, { ...upload, offset: 40, is_last_chunk: true }, bytes.subarray(40))
  t.equal(done.status, 201)
  t.same(await bytesOf(me, done), bytes)
})

t.test('garbage collector: an upload that is finished after it was found answers a repeated last chunk', async (t) => {
  const { chunk, me, platform, collect, isSound } = await setUp(t)
  const last = (fields: Fields) => chunk(me, { ...fields, offset: 20, is_last_chunk: true }, bytes.subarray(20))
  const upload = await collect(async (fields) => {
    t.match(await last(fields), { status: 201 })
    await locksReleased(platform.db)
  })
  await isSound()
  const items = await platform.db.query<{ id: string }>('select id from items')
  t.equal(items.length, 1)
  t.match(await last(upload), { body: { data: { id: items[0]?.id } } })
  t.same(await platform.db.query('select id from items'), items)
})

t.test('garbage collector: an upload of which a chunk is being received after it was found stays', async (t) => {
  const { me, platform, collect, isSound } = await setUp(t)
  const upload = await collect(async ({ upload_id }) => {
    t.ok(await platform.locks.tryAcquire(`storage.upload/${me.actor.key}/${upload_id}`))
  })
  await isSound()
  t.same(await platform.db.query('select id from upload_sessions'), [{ id: upload.upload_id }])
})

t.test('garbage collector: a blob that a purge unlinks after it was found does not end the run', async (t) => {
  const { platform, storage } = await testUploads(t)
  const { blobs } = platform
  const keys = [blobs.newKey(), blobs.newKey()]
  for (const key of keys) await blobs.put(key, bytes)
  t.intercept(blobs, 'blobs', {
    value: async function* () {
      for (const key of keys) yield { key, size: bytes.length, modifiedAt: new Date(0) }
    },
  })
  const quarantine = blobs.quarantine.bind(blobs)
  t.intercept(blobs, 'quarantine', {
    value: async (key: string) => {
      if (key === keys[0]) await blobs.unlink(key)
      await quarantine(key)
    },
  })
  t.match(await storage.api.garbageCollector.run(), { quarantineEmptied: 0 })
  t.ok((await keysOf(blobs.quarantined())).includes(keys[1] as string), 'the one after it is quarantined')
})

t.test('garbage collector: does all else where the store does not list unfinished uploads, then fails', async (t) => {
  const { platform, storage } = await testUploads(t)
  const { blobs } = platform
  let emptied = 0
  t.intercept(blobs, 'staged', {
    value: () => {
      throw new BlobError('unhealthy')
    },
  })
  t.intercept(blobs, 'emptyQuarantine', {
    value: async () => {
      emptied += 1
      return 0
    },
  })
  await t.rejects(storage.api.garbageCollector.run(), { reason: 'unhealthy' } as unknown as Error)
  t.equal(emptied, 1)
})
