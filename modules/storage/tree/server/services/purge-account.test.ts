import t from 'tap'
import { waitsForLock } from '../../../../../tests/support/locks.ts'
import { planOf } from '../../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { clearCreatorBatchSql } from './clear-creator.ts'
import { accountRootsSql } from './purge-account.ts'
import { expiredTrashSql } from './purge-trash.ts'

t.test('purge of an account: it is cleared as the creator of items of others, in batches', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const [owner, member] = [await person(), await person()]
  await seedFolder(db, owner.ownerId, 2_100)
  await db.query('update items set creator_id = $1', [member.ownerId])
  await db.query(
    `insert into item_versions (item_id, owner_id, blob_id, size, kind, creator_id, stored_at)
     select id, owner_id, blob_id, size, kind, creator_id, now() from items limit 3`,
  )
  const created = async () =>
    db.query<{ table: string; n: number }>(
      `select 'items' as table, count(*)::int as n from items where creator_id = $1
       union all select 'item_versions', count(*)::int from item_versions where creator_id = $1`,
      [member.ownerId],
    )
  t.same(await created(), [
    { table: 'items', n: 2_100 },
    { table: 'item_versions', n: 3 },
  ])
  await storage.purgeAccount(member.ownerId)
  t.same(await created(), [
    { table: 'items', n: 0 },
    { table: 'item_versions', n: 0 },
  ])
})

t.test('purge of an account and retention of the trash: their statements read a part of an index', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  for (const { ownerId } of [await person(), await person()]) await seedFolder(db, ownerId, 5_000)
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const table of ['items', 'item_versions'] as const) {
      const plan = await planOf(db, clearCreatorBatchSql(table))
      t.match(plan, new RegExp(`Index Scan using ${table}_foreign_creator_index`), statistics)
      t.notMatch(plan, /Seq Scan|Join/, statistics)
    }
    const plan = await planOf(db, accountRootsSql)
    const retention = await planOf(db, expiredTrashSql)
    t.match(retention, /Index Scan using items_trash_retention_index/, statistics)
    t.notMatch(retention, /Sort/, statistics)
    t.equal(plan.match(/Index (Only )?Scan using items_(root_created|trash_created|merged)_index/g)?.length, 3, plan)
  }
  const [{ prosrc } = { prosrc: '' }] = await db.query<{ prosrc: string }>(
    "select prosrc from pg_proc where proname = 'keep_item_owner'",
  )
  const checks = prosrc.match(/select from items where[^)]+/g) ?? []
  t.equal(checks.length, 3)
  for (const check of checks)
    t.match(await planOf(db, check.replace('old.id', '$1::uuid')), /using items_(root|trash|merged)\w*_index/, check)
})

t.test('items: their owner exists, and an account that owns some is not deleted', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const violation = { code: '23503' }
  await t.rejects(
    db.query("insert into items (owner_id, is_folder, name, kind) values (gen_random_uuid(), true, 'a', 'folder')"),
    violation,
  )
  const remove = () => db.query('delete from users where id = $1', [me.ownerId])
  const id = await seedOneFolder(db, me.ownerId, 'folder')
  await t.rejects(remove(), violation)
  await storage.api.trash.remove(me, { items: [{ id, type: 'folder' }] })
  await t.rejects(remove(), violation)
  await storage.purgeAccount(me.ownerId)
  await remove()
  t.same(await db.query('select from users where id = $1', [me.ownerId]), [])
})

t.test('items: whoever deletes an account waits for an upload into its root', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const { ownerId } = await person()
  const deletion = await db.transaction(async (tx) => {
    await tx.query("insert into items (owner_id, is_folder, name, kind) values ($1, true, 'folder', 'folder')", [
      ownerId,
    ])
    const deleted = db.query('delete from users where id = $1', [ownerId]).catch((error: unknown) => error)
    await waitsForLock(db)
    return { deleted }
  })
  t.match(await deletion.deleted, { code: '23503' })
})
