import { randomBytes } from 'node:crypto'
import t from 'tap'
import { localStoreOnly } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'

t.test('fsck: what follows from other rows is set right', { skip: localStoreOnly }, async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { fsck } = storage.api
  const { db } = platform
  const me = await person()
  for (const size of [10, 20]) await upload(me, `${size}.bin`, randomBytes(size), { path: `/a/b/${size}.bin` })
  await upload(me, 'picture.png', randomBytes(30))
  const trashed = (await upload(me, 'trashed.bin', randomBytes(40), { path: '/c/trashed.bin' })).body.data
  await storage.api.trash.remove(me, { items: [{ id: trashed?.id as string, type: 'file' }] })
  await platform.jobs.runNow('aggregate-folder-sizes')
  const found = async () => (await fsck.run()).findings.map(({ kind }) => kind)
  t.strictSame(await found(), [])
  await db.query(
    `insert into blobs select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'key', repeat('ab', 16)))).* from blobs b limit 1`,
  )
  await db.query(`update items set size = 99 where name = '10.bin'`)
  await db.query(`update items set child_count = 9 where name = 'a'`)
  await db.query('update folder_sizes set size = size + 5, files = files + 1')
  await db.query(
    `update usage set used_bytes = used_bytes + 1, images_bytes = 7, root_count = 9, trash_count = 9, trash_bytes = 9, reserved_bytes = 7`,
  )
  t.strictSame(
    [...new Set(await found())].sort(),
    'child-count folder-size kind-drift reserved-drift root-count size-of-item trash-count trash-size unreferenced-blob usage-drift missing-blob'
      .split(' ')
      .sort(),
  )
  await fsck.repair()
  t.strictSame(await found(), [])
  t.strictSame(await db.query('select key from blob_deletions'), [{ key: 'ab'.repeat(16) }])
})

t.test('fsck: the repair holds the counters of one account at a time', async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { db } = platform
  const owners = [await person(), await person()]
  for (const owner of owners) await upload(owner, 'a.bin', randomBytes(10))
  const [first = '', last = ''] = owners.map(({ ownerId }) => ownerId).sort()
  await db.query('update usage set used_bytes = used_bytes + 1')
  const [locked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocking = db.transaction(async (tx) => {
    await tx.query('select 1 from usage where user_id = $1 for update', [last])
    locked.resolve()
    await finish.promise
  })
  await locked.promise
  const repairing = storage.api.fsck.repair()
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await poll(async () => (await db.query(waiting)).length > 0)
  t.same(await db.query('select used_bytes from usage where user_id = $1', [first]), [{ used_bytes: 10 }])
  finish.resolve()
  await Promise.all([blocking, repairing])
  t.same(await db.query('select used_bytes from usage where user_id = $1', [last]), [{ used_bytes: 10 }])
})
