import t from 'tap'
import { Migration20261127002000_folder_keys } from '../../../../../migrations/Migration20261127002000_folder_keys.ts'
import { testUploads } from '../../../../../tests/support/chunks.ts'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import type { Db } from '../../../../platform/index.ts'

const run = (db: Db, direction: 'up' | 'down') =>
  db.transaction(async (tx) => {
    const migration = new Migration20261127002000_folder_keys(undefined as never, undefined as never)
    migration[direction]()
    for (const query of migration.getQueries()) await tx.query(query as string)
  })

t.test('folder keys: folders of before the migration have theirs; nothing can lie in a file', async (t) => {
  const { platform, person, upload } = await testUploads(t)
  const { db } = platform
  const me = await person()
  await run(db, 'down')
  const folder = await seedOneFolder(db, me.ownerId, 'docs')
  await seedFolder(db, me.ownerId, 30, { parent: folder, folders: 3 })
  const before = await db.query('select id, name, updated_at, child_count from items order by id')
  await run(db, 'up')
  t.strictSame(await db.query('select id, name, updated_at, child_count from items order by id'), before)
  const keys = await db.query('select 1 from items where folder_key is distinct from case when is_folder then id end')
  t.equal(keys.length, 0)
  await upload(me, 'a.txt', Buffer.from('text'))
  const inFile = db.query(
    `insert into items (owner_id, parent_id, is_folder, name, kind)
     select owner_id, id, true, 'inside', 'folder' from items where name = 'a.txt'`,
  )
  await t.rejects(inFile, { code: '23503' }, 'the database itself rejects a file as a parent')
})
