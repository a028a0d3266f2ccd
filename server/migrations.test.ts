import t from 'tap'
import { migrate } from '../modules/platform/index.ts'
import { anonymous, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { cli } from '../tests/support/cli.ts'
import { putFile } from '../tests/support/shares.ts'

const schemaSql = `select table_name, column_name, data_type from information_schema.columns
  where table_schema = 'public' order by 1, 2`

t.test('R12: a failed migration changes nothing, and the old version goes on serving', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const jane = await signUp(app)
  // The last two run again: the first of them succeeds, and then the second fails.
  const [last, before] = await db.query<{ name: string }>(
    'select name from mikro_orm_migrations order by id desc limit 2',
  )
  await db.query('delete from mikro_orm_migrations where name = any($1::text[])', [[last?.name, before?.name]])
  const [schema, applied] = [await db.query(schemaSql), await db.query('select name from mikro_orm_migrations')]
  await t.rejects(migrate(db))
  t.same(await db.query(schemaSql), schema)
  t.same(await db.query('select name from mikro_orm_migrations'), applied)
  t.match(await cli({ DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }, 'jobs'), { code: 1, err: /already exists/ })
  t.match(await anonymous(app).get('/health/ready'), { status: 200 })
  t.match(await putFile(jane, 'still.txt', 'works'), { attributes: { name: 'still.txt' } })
  const schemaCheck = (await app.coffer.admin.health.read()).data.find(({ id }) => id === 'schema')
  t.match(schemaCheck, { state: 'warning', outcome: 'pending', values: { count: 2 } })
})

t.test('R12: of two processes that start at once, one runs the migrations and the other waits', async (t) => {
  const app = await testApp(t)
  const other = await testApp(t, { db: app.db, dataDir: app.dataDir })
  const [first, second] = [app.coffer.platform.db, other.coffer.platform.db]
  const namesSql = 'select name from mikro_orm_migrations order by name'
  const names = await first.query(namesSql)
  await first.query('drop schema public cascade')
  await first.query('create schema public')
  await Promise.all([migrate(first), migrate(second)])
  t.same(await first.query(namesSql), names)
})
