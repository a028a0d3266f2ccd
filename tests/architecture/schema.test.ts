import t from 'tap'
import { root } from '../check/boundaries.ts'
import { checkTableOwnership } from '../check/table-ownership.ts'
import { testApp } from '../support/app.ts'
import { catalogOf } from './catalog.ts'

/** Their entities describe columns only so far: indexes, checks, foreign keys, defaults and collations are still to be added. */
const columnsOnly = ['storage', 'sharing']
/** `column size bigint default 0` → `column size bigint`. */
const columnOf = (line: string) =>
  /^column /.test(line) ? [line.replace(/ (default .*|generated|collate \S+(?= |$))/g, '')] : []

t.test('schema: entities and migrations describe the same tables', async (t) => {
  const { platform } = (await testApp(t)).coffer
  const { migrated, described } = await platform.db.transaction(async (tx) => {
    const migrated = await catalogOf(tx, 'public')
    await tx.query('create schema by_entities')
    await tx.query('set local search_path = by_entities, public')
    await tx.query(await platform.db.orm.schema.getCreateSchemaSQL({ wrap: false }))
    return { migrated, described: await catalogOf(tx, 'by_entities') }
  })
  migrated.delete('mikro_orm_migrations')
  t.strictSame([...described.keys()].sort(), [...migrated.keys()].sort(), 'tables')
  const { owners } = checkTableOwnership(root)
  let compared = 0
  for (const [table, lines] of migrated) {
    const partly = columnsOnly.includes(owners.get(table) ?? '')
    const wanted = partly ? lines.flatMap(columnOf) : lines
    const given = described.get(table) ?? []
    t.strictSame((partly ? given.flatMap(columnOf) : given).sort(), wanted.sort(), `${table} of ${owners.get(table)}`)
    compared += wanted.length
  }
  t.ok(compared >= 300, `the catalog is seen (${compared} columns, indexes and constraints)`)
})

t.test('a column, an index, a check or a default that only one side has is seen', async (t) => {
  const { db } = (await testApp(t)).coffer.platform
  const before = await db.transaction((tx) => catalogOf(tx, 'public'))
  for (const change of [
    'alter table users add column nickname text',
    'alter table users alter column color set default 1',
    'alter table users alter column color drop not null',
    'alter table users drop constraint users_role_check',
    'drop index users_email_unique',
    'alter table sessions drop constraint sessions_user_id_fkey',
  ]) {
    const after = await db
      .transaction(async (tx) => {
        await tx.query(change)
        throw await catalogOf(tx, 'public')
      })
      .catch((catalog: unknown) => catalog)
    t.ok(after instanceof Map, change)
    t.notSame(after, before, change)
  }
})
