import pg from 'pg'
import t from 'tap'
import { testDatabase } from './database.ts'

t.test('test database: each test gets its own migrated database', async (t) => {
  const [one, two] = [await testDatabase(t), await testDatabase(t)]
  t.not(one.url, two.url)
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  t.teardown(() => client.end().catch(() => undefined))
  await client.query("insert into settings (name, value) values ('x', 'y')")
  const other = new pg.Client({ connectionString: two.url })
  await other.connect()
  t.teardown(() => other.end().catch(() => undefined))
  t.equal((await client.query('select 1 from settings')).rowCount, 1)
  t.equal((await other.query('select 1 from settings')).rowCount, 0, 'a change stays in its own database')
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
  t.equal(rows[0].rolsuper, false, 'tests use the app’s database role')
})
