import t from 'tap'
import { testStorage } from '../../../../tests/support/storage.ts'
import { storageEntities } from './index.ts'

// Slow machines and full ones.
t.setTimeout(900_000)

const fact = (name: string, type: string, nullable: boolean) => `${name} ${type}${nullable ? ' null' : ''}`
const names: Record<string, string> = {
  int: 'integer',
  'timestamptz(0)': 'timestamptz',
  'timestamp with time zone': 'timestamptz',
}
const plain = (type: string) => names[type] ?? type

t.test('entities and the migrated tables name the same columns, types and nulls', async (t) => {
  const { platform } = await testStorage(t)
  const tables = new Set(storageEntities.map((entity) => entity.meta.tableName))
  const entities = [...platform.db.orm.getMetadata().getAll().values()].filter(({ tableName }) => tables.has(tableName))
  t.equal(entities.length, storageEntities.length)
  for (const { tableName, props } of entities) {
    const columns = await platform.db.query<{ name: string; type: string; nullable: boolean }>(
      `select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [tableName],
    )
    const mapped = props.map(({ fieldNames, columnTypes, nullable }) =>
      fact(fieldNames[0] as string, plain(columnTypes[0] as string), Boolean(nullable)),
    )
    t.same(
      mapped.sort(),
      columns.map(({ name, type, nullable }) => fact(name, plain(type), nullable)).sort(),
      tableName,
    )
  }
})
