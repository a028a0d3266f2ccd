import t from 'tap'
import type { Db } from '../../modules/platform/index.ts'
import { projectRoot } from '../check/boundaries.ts'
import { checkTableOwnership } from '../check/table-ownership.ts'
import { testApp } from '../support/app.ts'
import { type Catalog, catalogOf } from './catalog.ts'

/** The catalog of the tables that the ORM would create for the entities, in a schema that is rolled back. */
const describedBy = async (db: Db): Promise<Catalog> => {
  const sql = await db.orm.schema.getCreateSchemaSQL({ wrap: false })
  const created: unknown = await db
    .transaction(async (tx) => {
      await tx.query('create schema by_entities')
      await tx.query('set local search_path = by_entities, public')
      await tx.query(sql)
      throw await catalogOf(tx, 'by_entities')
    })
    .catch((thrown: unknown) => thrown)
  if (created instanceof Map) return created
  throw created
}

const migratedTables = async (db: Db): Promise<Catalog> => {
  const catalog = await db.transaction((tx) => catalogOf(tx, 'public'))
  catalog.delete('mikro_orm_migrations')
  return catalog
}

t.test('schema: entities and migrations describe the same tables', async (t) => {
  const { db } = (await testApp(t)).coffer.platform
  const migrated = await migratedTables(db)
  const described = await describedBy(db)
  t.strictSame([...described.keys()].sort(), [...migrated.keys()].sort(), 'tables')
  const { owners } = checkTableOwnership(projectRoot)
  let compared = 0
  for (const [table, lines] of migrated) {
    t.strictSame(described.get(table), lines, `${table} of ${owners.get(table)}`)
    compared += lines.length
  }
  t.ok(compared >= 500, `the catalog is compared (${compared} columns, indexes and constraints)`)
})

t.test('schema: reports a column, index, check, default or foreign key that an entity changes', async (t) => {
  const { db } = (await testApp(t)).coffer.platform
  const item = db.orm.getMetadata().getByClassName('Item')
  const exif = db.orm.getMetadata().getByClassName('Exif')
  const share = db.orm.getMetadata().getByClassName('ShareLink')
  const before = await describedBy(db)
  const changes: [what: string, table: string, entity: object, change: object][] = [
    ['no index', 'items', item, { indexes: item.indexes.slice(1) }],
    ['no check', 'shares', share, { checks: share.checks.slice(1) }],
    ['no unique slug', 'shares', share.props.find(({ name }) => name === 'slug')!, { unique: false }],
    ['a default', 'items', item.properties.childCount!, { defaultRaw: '1' }],
    ['a type', 'items', item.properties.kind!, { columnTypes: ['varchar(10)'] }],
    ['null', 'items', item.properties.kind!, { nullable: true }],
    ['no collation', 'items', item.properties.name!, { collation: undefined }],
    ['a foreign key', 'items', item.properties.parentId!, { deleteRule: 'set null' }],
    ['a foreign key', 'exif', exif.properties.blobId!, { updateRule: 'cascade' }],
  ]
  for (const [what, table, entity, change] of changes) {
    const original = { ...entity }
    Object.assign(entity, change)
    const after = await describedBy(db)
    Object.assign(entity, original)
    t.notSame(after.get(table), before.get(table), `${table}: ${what}`)
  }
  t.strictSame(await describedBy(db), before, 'every change is reverted')
})

t.test('schema: reports a column, index, check or default that only the database has', async (t) => {
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
