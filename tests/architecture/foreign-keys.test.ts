import t from 'tap'
import { testApp } from '../support/app.ts'

/** Tables that stay so small that they may be read whole, with the reason. */
const smallTables: Record<string, string> = {
  upload_sessions: 'has the uploads of one day, each of which would write two more indexes',
}

/**
 * Foreign keys to `users` without an index that the statement of the key can use, `where column = $1`: one that begins with
 * the column, over all rows in which it is not null.
 */
const withoutIndexSql = `select c.conrelid::regclass::text as table, a.attname as column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'users'::regclass and not exists (
    select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indisvalid
      and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%I IS NOT NULL)', a.attname)))
  order by 1, 2`

t.test('foreign keys to accounts: the deletion of an account reads no table whole', async (t) => {
  const { db } = (await testApp(t)).coffer.platform
  const without = async () =>
    (await db.query<{ table: string; column: string }>(withoutIndexSql)).filter(({ table }) => !smallTables[table])
  t.same(await without(), [])

  const [{ keys } = { keys: 0 }] = await db.query<{ keys: number }>(
    `select count(*)::int as keys from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  )
  t.ok(keys >= 30, `foreign keys (${keys})`)
  await db.query('drop index notifications_user_index')
  t.same(await without(), [{ table: 'notifications', column: 'user_id' }], 'a partial index does not count')
})
