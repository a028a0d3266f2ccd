import { Migration } from '@mikro-orm/migrations'
import t from 'tap'
import { migrate } from '../modules/platform/index.ts'
import { anonymous, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { cli, countLines, runScript } from '../tests/support/cli.ts'
import { poll } from '../tests/support/poll.ts'
import { putFile } from '../tests/support/shares.ts'

const schemaSql = `select table_name, column_name, data_type from information_schema.columns
  where table_schema = 'public' order by 1, 2`

class AddsTable extends Migration {
  override up() {
    this.addSql('create table added_by_test (id integer)')
  }
}

class Fails extends Migration {
  override up() {
    this.addSql('alter table added_by_test add column note text')
    this.addSql(`do $$ begin raise exception 'rejected by the test'; end $$`)
  }
}

t.test('R12: a failed migration changes nothing, and the old version goes on serving', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const jane = await signUp(app)
  const [schema, applied] = [await db.query(schemaSql), await db.query('select name from mikro_orm_migrations')]
  const options = db.orm.config.get('migrations')
  options.migrationsList = [AddsTable, Fails].map((added) => ({
    name: `Migration99990101_${added.name}`,
    class: added,
  }))
  await t.rejects(migrate(db), /rejected by the test/)
  options.migrationsList = undefined
  t.same(await db.query(schemaSql), schema, 'the one before, which succeeded, is rolled back too')
  t.same(await db.query('select name from mikro_orm_migrations'), applied)
  t.match(await anonymous(app).get('/health/ready'), { status: 200 })
  t.match(await putFile(jane, 'still.txt', 'works'), { attributes: { name: 'still.txt' } })
})

t.test('R12: pending migrations are listed, and commands do not run them', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const [last, before] = await db
    .query<{ name: string }>(
      'delete from mikro_orm_migrations where id >= (select max(id) - 1 from mikro_orm_migrations) returning name, id',
    )
    .then((rows) => rows.toSorted((a, b) => (a.name < b.name ? 1 : -1)))
  const applied = await db.query('select name from mikro_orm_migrations')
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const command = await cli(env, 'jobs')
  t.match(command, { code: 1, err: /^this version changes the database \(2 migrations\)/ })
  t.equal(countLines(command.err), 1)
  const listed = await cli(env, 'migrations', '--json')
  t.same(JSON.parse(listed.out).pending, [before?.name, last?.name])
  t.same(await db.query('select name from mikro_orm_migrations'), applied)
  const schemaCheck = (await app.coffer.admin.health.read()).data.find(({ id }) => id === 'schema')
  t.match(schemaCheck, { state: 'warning', outcome: 'pending', values: { count: 2 } })
})

t.test('R12: a database of a newer version is rejected with one line, by the server and by commands', async (t) => {
  const app = await testApp(t)
  await app.coffer.platform.db.query(
    `insert into mikro_orm_migrations (name, executed_at) values ('Migration99991231000000_future', now())`,
  )
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url, PORT: '0' }
  for (const rejected of [await runScript('main', env), await cli(env, 'jobs'), await cli(env, 'migrations')]) {
    t.match(rejected, { code: 1, err: /^a newer version of Coffer has changed the database .*_future/ })
    t.equal(countLines(rejected.err), 1)
  }
})

t.test('commands begin no instance in an empty database', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  await db.query('drop schema public cascade')
  await db.query('create schema public')
  const command = await cli({ DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }, 'user', 'list')
  t.match(command, { code: 1, err: /^no instance of Coffer is set up in / })
  t.same(await db.query("select 1 from pg_tables where schemaname = 'public'"), [])
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

t.test('R12: migrations wait for the locks of a backup, and say so', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const namesSql = 'select name from mikro_orm_migrations order by name'
  const names = await db.query(namesSql)
  await db.orm.migrator.down()
  const warnings: string[] = []
  const warn = (_: unknown, text: string) => warnings.push(text)
  await db.withOwnConnection(async (session) => {
    await session.query('begin')
    await session.query('lock table mikro_orm_migrations in share mode')
    let outcome: unknown = null
    const migrating = migrate(db, { warn } as never).then(
      () => 'done',
      (error: unknown) => error,
    )
    void migrating.then((value) => {
      outcome = value
    })
    // It comes when the usual time limit for locks has passed.
    await poll(() => outcome !== null || warnings.length > 0)
    t.same(warnings, ['the migrations wait for a lock of another session of the database'])
    await session.query('commit')
    t.equal(await migrating, 'done')
  })
  t.same(await db.query(namesSql), names)
})
