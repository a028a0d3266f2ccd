import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testExtractions } from '../../../../tests/support/extractions.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import { buildZip } from '../../../../tests/support/zip-builder.ts'
import { rateLimits } from '../../server/rate-limits.ts'
import { maxWaitingExtractions } from '../../tree/contract.ts'
import { nextExtractions } from './extraction.row.ts'

const test = await testExtractions(t)
const { db, begin, archive, ended, below, atRoot, usage, operation } = test
const entries = 100
const many = buildZip(
  Array.from({ length: entries }, (_, n) => ({
    name: `e\u0301 ${n % 7}/${n}.txt`,
    content: `content ${n}`,
    method: 8,
  })),
)
const unpacked = Array.from({ length: entries }, (_, n) => `content ${n}`.length).reduce((sum, size) => sum + size)

/** Holds the extractions of an account, as another process that extracts for it does. */
const hold = async (ownerId: string) => {
  const lock = await poll(() => test.platform.locks.tryAcquire(`extractions/${ownerId}`))
  return () => lock?.release()
}

t.test('an attempt that ends between storing and counting is repeated without duplicates', async (t) => {
  const me = await test.person()
  await db.query(`create function fails() returns trigger language plpgsql as $$ begin
    if new.position = 64 and new.attempts = 0 and old.attempts < 1 then raise exception 'lost'; end if; return new; end $$`)
  await db.query('create trigger fails before update of position on operations for each row execute function fails()')
  t.teardown(() => db.query('drop function fails() cascade'))
  await db.query('create table left_reserved (position int, bytes bigint)')
  await db.query(`create function notes() returns trigger language plpgsql as $$ begin
    insert into left_reserved values (new.position, new.reserved_bytes); return new; end $$`)
  await db.query('create trigger notes after update of position on operations for each row execute function notes()')
  t.teardown(() => db.query('drop function notes() cascade'))
  const { body } = await begin(me, await archive(me, many))
  const done = await ended(me, body.data.id)
  const rest = (from: number) => Array.from({ length: entries - from }, (_, n) => `content ${from + n}`.length)
  t.same(
    await db.query('select position, bytes from left_reserved order by position'),
    [32, 64, 96, 100].map((from) => ({ position: from, bytes: rest(from).reduce((sum, size) => sum + size, 0) })),
    'what is still to come stays reserved',
  )
  t.match(done, { state: 'done', done: entries, total: entries, left_out: [] })
  const items = await below(done.to_id)
  t.equal([...items.values()].filter(({ is_folder }) => !is_folder).length, entries)
  t.same(await usage(me), { used: unpacked + many.length, reserved: 0 })
  t.same(await wrongCounters(db), [])
})

t.test('an extraction that goes on after its uploads are forgotten finds its files by their content', async (t) => {
  const me = await test.person()
  const { body } = await begin(me, await archive(me, many))
  const { to_id } = await ended(me, body.data.id)
  const before = [...(await below(to_id)).keys()]
  const release = await hold(me.ownerId)
  await db.query('delete from upload_sessions where owner_id = $1', [me.ownerId])
  await db.query(`update operations set state = 'running', position = 96, processed = 96 where id = $1`, [body.data.id])
  release()
  await test.platform.jobs.runNow('extract-archives')
  t.match(await ended(me, body.data.id), { state: 'done', done: entries })
  t.same([...(await below(to_id)).keys()], before)
})

t.test('one archive of an account is extracted at a time, in all processes', async (t) => {
  const [me, other] = [await test.person(), await test.person()]
  const release = await hold(me.ownerId)
  const first = await begin(me, await archive(me, many, 'first.zip'))
  const second = await begin(me, await archive(me, many, 'second.zip'))
  const theirs = await begin(other, await archive(other, many))
  t.equal((await ended(other, theirs.body.data.id)).state, 'done', 'others do not wait')
  t.match(await operation(me, first.body.data.id), { state: 'running', total: null, to_id: null })
  release()
  await test.platform.jobs.runNow('extract-archives')
  await ended(me, second.body.data.id)
  t.equal((await operation(me, first.body.data.id)).state, 'done', 'in the order of the requests')
  t.same(await atRoot(me), ['first', 'first.zip', 'second', 'second.zip'])
})

t.test('a cancelled extraction leaves its folder in the trash, and one that waits leaves nothing', async (t) => {
  const me = await test.person()
  const release = await hold(me.ownerId)
  const waiting = await begin(me, await archive(me, many, 'waiting.zip'))
  t.equal(
    (await test.call(me, 'DELETE', `/api/operations/${waiting.body.data.id}`)).body.data.attributes.state,
    'cancelled',
  )
  release()
  await db.query(`create function waits() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`)
  await db.query('create trigger waits before update of position on operations for each row execute function waits()')
  t.teardown(() => db.query('drop function waits() cascade'))
  const { body } = await begin(me, await archive(me, many))
  await poll(
    () => operation(me, body.data.id),
    ({ done }) => done > 0,
  )
  t.equal((await test.call(me, 'DELETE', `/api/operations/${body.data.id}`)).status, 200)
  const [removal] = await poll(
    () => db.query<{ id: string }>(`select id from operations where input ->> 'undoes' = $1`, [body.data.id]),
    (rows) => rows.length > 0,
  )
  while (await test.storage.api.operations.step(removal?.id ?? ''));
  await poll(async () => (await usage(me)).reserved === 0)
  t.same(await atRoot(me), ['archive.zip', 'waiting.zip'])
  const trashed = await db.query('select name from items where owner_id = $1 and trashed_at is not null', [me.ownerId])
  t.match(trashed, [{ name: 'archive' }])
  t.same(await wrongCounters(db), [])
})

t.test('an upload that a crash left open ends with its extraction, and keeps no quota', async (t) => {
  const me = await test.person()
  const release = await hold(me.ownerId)
  t.teardown(release)
  const { body } = await begin(me, await archive(me, many))
  const chunk = { name: 'large.bin', upload_id: randomUUID(), offset: 0, total_size: 5_000, is_last_chunk: false }
  t.equal((await test.chunk(me, chunk, Buffer.alloc(1_000))).status, 200)
  const own = { ...chunk, upload_id: randomUUID(), total_size: 300 }
  t.equal((await test.chunk(me, own, Buffer.alloc(100))).status, 200)
  // As the process that extracted left it.
  await db.query('update upload_sessions set principal = $2 where id = $1', [
    chunk.upload_id,
    `extract:${body.data.id}`,
  ])
  await test.platform.jobs.runNow('extract-archives')
  t.equal((await usage(me)).reserved, 5_300, 'the next attempt of a running extraction ends it')
  await test.call(me, 'DELETE', `/api/operations/${body.data.id}`)
  await test.platform.jobs.runNow('extract-archives')
  t.equal((await usage(me)).reserved, 300)
  t.same(await wrongCounters(db), [])
})

t.test(
  'an extraction waits longer after each attempt that failed, and for no process while one works on it',
  async (t) => {
    const me = await test.person()
    const { extractions } = test.storage.api
    await extractions.stop()
    t.teardown(() => extractions.start())
    const { id } = (await begin(me, await archive(me, many))).body.data
    const isNext = async () => (await nextExtractions(db, [])).some((op) => op.id === id)
    for (const [attempts, seconds] of [1, 3, 9, 27, 81, 243, 729, 2_187].entries()) {
      const isDue = async (ago: number) => {
        await db.query(
          `update operations set attempts = $2, updated_at = now() - $3 * interval '1 second' where id = $1`,
          [id, attempts + 1, ago],
        )
        return isNext()
      }
      t.same([await isDue(seconds / 2), await isDue(seconds + 1)], [false, true], `${seconds} s`)
    }
    const release = await hold(me.ownerId)
    t.notOk(await isNext())
    release()
    await poll(isNext)
    const later = (await begin(me, await archive(me, many, 'later.zip'))).body.data.id
    const next = async () => (await nextExtractions(db, [])).filter((op) => op.actor_id === me.ownerId)
    t.match(await next(), [{ id }], 'in the order of the requests')
    await db.query('update operations set updated_at = now() where id = $1', [id])
    t.match(await next(), [{ id: later }], 'others of the account do not wait with it')
  },
)

t.test('an extraction whose folder is removed meanwhile ends, and stores nothing elsewhere', async (t) => {
  const me = await test.person()
  const release = await hold(me.ownerId)
  const folder = await test.call(me, 'POST', '/api/create-folder', { name: 'x' })
  const parent_id = folder.body.data.id
  const { body } = await begin(me, await archive(me, many, 'archive.zip', { parent_id }))
  await test.call(me, 'POST', '/api/remove', { items: [{ id: parent_id, type: 'folder' }] })
  release()
  await test.platform.jobs.runNow('extract-archives')
  t.match(await ended(me, body.data.id), { state: 'failed', error: 'parent-not-found', to_id: null })
  t.same(await atRoot(me), [])
})

t.test(
  'extractions that wait, entries of a day and a full disk are limits; a rejected call leaves nothing',
  async (t) => {
    const [me, other] = [await test.person(), await test.person()]
    const id = await archive(me, many)
    const release = await hold(me.ownerId)
    t.teardown(release)
    for (let n = 0; n < maxWaitingExtractions; n++) t.equal((await begin(me, id)).status, 202)
    t.match(await begin(me, id), { status: 429, body: { code: 'too-many-extractions' } })

    const { extractedItemsPerAccount: limit } = rateLimits
    await test.platform.limiter.consume(limit, [other.ownerId], { by: limit.limit - entries + 1 })
    const theirs = await archive(other, many)
    t.match(await begin(other, theirs), { status: 429, body: { code: 'too-many-attempts' } })
    const { blobs } = test.platform
    t.intercept(blobs, 'space', { configurable: true, value: async () => ({ free: 1, total: 9, reserve: 2 }) })
    t.match(await begin(other, theirs), { status: 507, body: { code: 'disk-full' } })
    t.same(await db.query('select 1 from operations where owner_id = $1', [other.ownerId]), [])
  },
)
