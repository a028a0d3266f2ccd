import t from 'tap'
import { Migration20261123000360_item_names } from '../../../../../migrations/Migration20261123000360_item_names.ts'
import { testUploads } from '../../../../../tests/support/chunks.ts'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import type { Db } from '../../../../platform/index.ts'

const revertMigration = async (db: Db) => {
  for (const statement of [
    'drop trigger items_name_new on items',
    'drop trigger items_name_changed on items',
    'drop function give_free_name',
    'drop function free_name',
    'drop function is_name_taken',
    'drop function numbered_name',
    'drop index items_name_unique',
  ])
    await db.query(statement)
}

const migrate = (db: Db) =>
  db.transaction(async (tx) => {
    const migration = new Migration20261123000360_item_names(undefined as never, undefined as never)
    migration.up()
    // For the client too, which otherwise gives a statement up: the app's own runner has no limit.
    await tx.setStatementTimeout(0)
    for (const query of migration.getQueries()) await tx.query(query as string)
  })

t.test('D50 migration: numbers repeated names; the oldest item keeps its name', async (t) => {
  const { platform, storage, person, upload } = await testUploads(t)
  const { db } = platform
  const me = await person()
  const other = await person()
  await revertMigration(db)
  const folder = await seedOneFolder(db, me.ownerId, 'docs')
  const twin = await seedOneFolder(db, me.ownerId, 'docs')
  await seedOneFolder(db, other.ownerId, 'docs')
  await seedFolder(db, me.ownerId, 600, { parent: folder, folders: 1 })
  await seedFolder(db, me.ownerId, 30, { parent: twin, folders: 1 })
  for (const text of ['first', 'second', 'third']) await upload(me, 'a.txt', Buffer.from(text))
  // 500 items share 25 names; ten are in the trash; one has a numbered name already.
  await db.query(
    `update items set name = 'photo ' || n % 25, trashed_at = case when n < 10 then now() end
     from (select id, row_number() over (order by id) - 1 as n from items where parent_id = $1) w
     where items.id = w.id and n < 500`,
    [folder],
  )
  await db.query('update items set child_count = child_count - 10 where id = $1', [folder])
  await db.query('update usage set trash_count = 10 where user_id = $1', [me.ownerId])
  const [numbered] = await db.query<{ id: string }>(
    `update items set name = 'photo 7 (1)' where id = (
       select id from items where parent_id = $1 and name = 'photo 7' and trashed_at is null order by created_at desc, id desc limit 1
     ) returning id`,
    [folder],
  )
  const oldest = await db.query<{ id: string; name: string }>(
    `select distinct on (owner_id, parent_id, name) id, name from items where trashed_at is null
     order by owner_id, parent_id, name, created_at, id`,
  )
  const startedAt = performance.now()
  await migrate(db)
  t.comment(`${Math.round(performance.now() - startedAt)} ms for 500 of 600`)
  const kept = await db.query<{ n: number }>(
    'select count(*) as n from unnest($1::uuid[], $2::text[]) as w (id, name) join items i on i.id = w.id and i.name = w.name',
    [oldest.map(({ id }) => id), oldest.map(({ name }) => name)],
  )
  t.equal(kept[0]?.n, oldest.length, 'the oldest of each name keeps it')
  t.match(await db.query('select name from items where id = $1', [numbered?.id]), [{ name: 'photo 7 (1)' }])
  t.same(
    await db.query(
      'select name from items where trashed_at is null group by owner_id, parent_id, name having count(*) > 1',
    ),
    [],
  )
  t.match(await db.query('select name from items where id = $1', [twin]), [{ name: 'docs (1)' }])
  t.equal((await storage.api.folders.create(me, { name: 'docs' })).name, 'docs (2)')
  t.match(await db.query('select name from items where not is_folder order by created_at, id'), [
    { name: 'a.txt' },
    { name: 'a (1).txt' },
    { name: 'a (2).txt' },
  ])
  t.same((await storage.api.fsck.run({ grace: 0 })).findings, [])
  const indexes = await db.query<{ indexname: string }>(
    `select indexname from pg_indexes where tablename = 'items' and indexname like '%name%'`,
  )
  t.notOk(indexes.some(({ indexname }) => indexname.includes('repeated')))
})
