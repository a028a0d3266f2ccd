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
    `insert into blobs (id, key, size, sha256) select gen_random_uuid(), repeat('ab', 16), 1, sha256 from blobs limit 1`,
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
