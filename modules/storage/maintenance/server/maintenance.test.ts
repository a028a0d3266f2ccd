import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Migration20261129043000_content_faults } from '../../../../migrations/Migration20261129043000_content_faults.ts'
import { localStoreOnly } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { locksReleased } from '../../../../tests/support/session-locks.ts'

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const age = (path: string, hours: number) => {
  const time = new Date(Date.now() - hours * 3_600_000)
  utimesSync(path, time, time)
}

t.test('fsck: reports every inconsistency, and none in a consistent store', async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { fsck } = storage.api
  const me = await person()
  for (const size of [10, 20, 1_500_000])
    await upload(me, `${size}.bin`, randomBytes(size), { path: `/a/b/${size}.bin` })
  t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
  const rows = await platform.db.query<{ key: string }>('select key from blobs order by size')
  const [small, middle, large] = rows.map(({ key }) => key) as [string, string, string]
  const { blobs } = platform
  for (const key of [small, middle, large]) await blobs.unlink(key)
  await blobs.put(middle, randomBytes(5))
  await blobs.put(large, randomBytes(1_500_000))
  const orphan = blobs.newKey()
  await blobs.put(orphan, Buffer.from('x'))
  await platform.db.query('update usage set used_bytes = used_bytes + 1, reserved_bytes = 7')
  await platform.db.query(`update items set child_count = 9 where name = 'a'`)
  await platform.db.query(`update items set creator_id = gen_random_uuid() where name = 'b'`)
  t.notOk((await fsck.run()).findings.some(({ kind }) => kind === 'sha-mismatch' || kind === 'orphan-blob'))
  const kinds = (await fsck.run({ deep: true, grace: 0 })).findings.map(({ kind, id }) => `${kind} ${id}`)
  const [folder, inner] = await platform.db.query<{ id: string }>(
    `select id from items where name in ('a', 'b') order by name`,
  )
  t.same(
    kinds.sort(),
    [
      `missing-blob ${small}`,
      `size-mismatch ${middle}`,
      `sha-mismatch ${large}`,
      `orphan-blob ${orphan}`,
      `usage-drift ${me.ownerId}`,
      `reserved-drift ${me.ownerId}`,
      `child-count ${folder?.id}`,
      `unknown-account ${inner?.id}`,
    ].sort(),
  )
  t.ok(
    (await fsck.run()).findings.some(({ kind }) => kind === 'sha-mismatch'),
    'what was damaged is read each time',
  )
})

t.test(
  'garbage collector: removes unreferenced files and stalled uploads only',
  { skip: localStoreOnly },
  async (t) => {
    const { upload, chunk, person, platform, storage, usage, bytesOf } = await testUploads(t)
    const { garbageCollector, fsck } = storage.api
    const { dataDir } = platform.config
    const me = await person()
    const kept = await upload(me, 'kept.bin', randomBytes(100))
    const removed = await upload(me, 'removed.bin', randomBytes(100))
    const id = removed.body.data?.id as string
    await storage.api.trash.remove(me, { items: [{ id, type: 'file', force_delete: true }] })
    t.equal(filesBelow(join(dataDir, 'blobs')).length, 2)
    const open = { name: 'open.bin', upload_id: randomUUID(), offset: 0, total_size: 50, is_last_chunk: false }
    await chunk(me, open, randomBytes(20))
    const stalled = { ...open, name: 'stalled.bin', upload_id: randomUUID() }
    await chunk(me, stalled, randomBytes(20))
    await platform.db.query(`update upload_sessions set expires_at = now() - interval '1 minute' where id = $1`, [
      stalled.upload_id,
    ])
    const orphan = randomBytes(16).toString('hex')
    const folder = join(dataDir, 'blobs', orphan.slice(0, 2), orphan.slice(2, 4))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, orphan), 'x')
    writeFileSync(join(dataDir, 'staging', orphan), 'x')
    await locksReleased(platform.db)
    t.match(
      await garbageCollector.run(),
      { sessions: 1, staged: 0, unlinked: 1, quarantined: 0 },
      'young unreferenced files stay',
    )
    age(join(folder, orphan), 25)
    age(join(dataDir, 'staging', orphan), 25)
    t.match(await garbageCollector.run(), { sessions: 0, staged: 1, unlinked: 0, quarantined: 1 })
    t.same(readdirSync(join(dataDir, 'quarantine')), [orphan], 'a blob is quarantined, not deleted')
    age(join(dataDir, 'quarantine', orphan), 8 * 24)
    t.match(await garbageCollector.run(), { quarantineEmptied: 1 })
    t.same(await usage(me), { used: 100, reserved: 50 })
    t.match(
      await chunk(me, { ...open, offset: 20, is_last_chunk: true }, randomBytes(30)),
      { status: 201 },
      'the open upload continues',
    )
    t.equal((await bytesOf(me, kept)).length, 100)
    await platform.db.query('update usage set reserved_bytes = 1234')
    await chunk(me, { ...open, upload_id: randomUUID() }, randomBytes(20))
    await locksReleased(platform.db)
    t.match(await garbageCollector.run({ grace: 0 }), { sessions: 1, reservations: 1 })
    t.same(await usage(me), { used: 150, reserved: 0 })
    t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
    t.equal(filesBelow(join(dataDir, 'blobs')).length, 2)
  },
)

t.test('R10: fsck and the garbage collector end when the process stops', async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { fsck, garbageCollector } = storage.api
  const { blobs, db, jobs } = platform
  const me = await person()
  for (let n = 0; n < 8; n++) await upload(me, `${n}.bin`, randomBytes(100))
  for (let n = 0; n < 8; n++) await blobs.put(blobs.newKey(), Buffer.from('x'))
  // The check of the usage waits for this transaction.
  const [locked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocking = db.transaction(async (tx) => {
    await tx.query('lock table usage in access exclusive mode')
    locked.resolve()
    await finish.promise
  })
  await locked.promise
  const checking = fsck.run({ deep: true })
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await poll(async () => (await db.query(waiting)).length > 0)
  void jobs.stop()
  await t.rejects(checking, 'a statement that runs is cancelled')
  finish.resolve()
  await blocking
  let read = 0
  const open = blobs.open.bind(blobs)
  t.intercept(blobs, 'open', {
    value: (...given: Parameters<typeof open>) => {
      read += 1
      return open(...given)
    },
  })
  await t.rejects(fsck.run({ deep: true }))
  t.match(await garbageCollector.run({ grace: 0 }), { quarantined: 0 })
  t.equal(read, 0)
})

t.test('trash: items are purged after the retention days', async (t) => {
  const { upload, person, platform, storage, usage } = await testUploads(t)
  const me = await person()
  for (const name of ['old.bin', 'new.bin']) {
    const answer = await upload(me, name, randomBytes(100))
    await storage.api.trash.remove(me, { items: [{ id: answer.body.data?.id as string, type: 'file' }] })
  }
  await platform.db.query(`update items set trashed_at = now() - interval '31 days' where name = 'old.bin'`)
  t.same(await platform.jobs.runNow('purge-trash'), { removed: 1 })
  t.same(await platform.db.query('select name from items'), [{ name: 'new.bin' }])
  t.same(await usage(me), { used: 100, reserved: 0 })
  await platform.settings.set({ trash_retention_days: 0 })
  await platform.db.query(`update items set trashed_at = now() - interval '999 days'`)
  t.same(await platform.jobs.runNow('purge-trash'), { removed: 0 })
})

t.test('trash: a tree that cannot be purged does not stop the retention of others', async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { db, jobs } = platform
  const [first, second] = [await person(), await person()]
  for (const [scope, name, days] of [
    [first, 'broken.bin', 33],
    [first, 'same owner.bin', 32],
    [second, 'other owner.bin', 31],
  ] as const) {
    const { body } = await upload(scope, name, randomBytes(10))
    await storage.api.trash.remove(scope, { items: [{ id: body.data?.id as string, type: 'file' }] })
    await db.query('update items set trashed_at = now() - make_interval(days => $1) where name = $2', [days, name])
  }
  await db.query(`create function keep() returns trigger language plpgsql as
    $$ begin if old.name = 'broken.bin' then raise 'broken'; end if; return old; end $$`)
  await db.query('create trigger keep before delete on items for each row execute function keep()')
  await t.rejects(jobs.runNow('purge-trash'), /broken/)
  t.same(await db.query('select name from items'), [{ name: 'broken.bin' }])
  await db.query('drop function keep cascade')
  t.same(await jobs.runNow('purge-trash'), { removed: 1 })
})

t.test('jobs: run in their own schema, once per key, and failed ones are reported', async (t) => {
  const { platform, storage } = await testUploads(t)
  const ran: unknown[] = []
  platform.jobs.define('test-job', async (payload) => void ran.push(payload))
  platform.jobs.define('test-broken', async () => {
    throw new Error('broken')
  })
  platform.jobs.start()
  await platform.jobs.add('test-job', { n: 1 })
  await platform.db
    .transaction(async (tx) => {
      await platform.jobs.add('test-job', { n: 2 }, { tx })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await platform.jobs.add('test-job', { n: 3 }, { key: 'k', delayMs: 60_000 })
  await platform.jobs.add('test-job', { n: 4 }, { key: 'k' })
  await poll(() => ran.length === 2)
  t.same(ran, [{ n: 1 }, { n: 4 }])
  await platform.db.query(`select jobs.add_job('test-broken', '{}'::json, max_attempts => 1)`)
  t.match(
    await poll(
      () => platform.jobs.queue.deadLetters(),
      (jobs) => jobs.length > 0,
    ),
    [{ name: 'test-broken', error: 'broken' }],
  )
  t.strictSame((await storage.api.maintenance.check({})).findings, [], 'a failed job is no damage')
  await t.rejects(platform.jobs.add('unknown'), /no job/)
})

t.test(
  'migration: what the list and the marks of damaged content said is in the rows, and back in the list by `down`',
  async (t) => {
    const { platform, person, upload } = await testUploads(t)
    const { db } = platform
    const me = await person()
    for (const size of [10, 20, 30]) await upload(me, `${size}.bin`, randomBytes(size))
    const run = (direction: 'up' | 'down') =>
      db.transaction(async (tx) => {
        const migration = new Migration20261129043000_content_faults(undefined as never, undefined as never)
        migration[direction]()
        for (const query of migration.getQueries()) await tx.query(query as string)
      })
    const [marked, listed] = await db.query<{ key: string }>('select key from blobs order by size')
    await run('down')
    await db.query('update blobs set damaged_at = now() where key = $1', [marked?.key])
    const damaged = [{ kind: 'missing-blob', id: listed?.key }]
    await db.query(`insert into maintenance_progress values ('content', $1)`, [JSON.stringify({ after: 'a', damaged })])
    await run('up')
    t.same(await db.query('select content_fault as fault from blobs order by size'), [
      { fault: 'sha-mismatch' },
      { fault: 'missing-blob' },
      { fault: null },
    ])
    const state = () => db.query('select state from maintenance_progress')
    t.strictSame(await state(), [{ state: { after: 'a' } }])
    await run('down')
    t.match(await state(), [{ state: { after: 'a', damaged: { length: 2 } } }])
    await run('up')
  },
)
