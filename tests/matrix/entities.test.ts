import t from 'tap'
import { testApp } from '../support/app.ts'

const fact = (name: string, type: string, nullable: boolean) => `${name} ${type}${nullable ? ' null' : ''}`
const names: Record<string, string> = {
  int: 'integer',
  bigserial: 'bigint',
  'timestamptz(0)': 'timestamptz',
  'timestamp with time zone': 'timestamptz',
  'timestamp(3) with time zone': 'timestamptz(3)',
}
const plain = (type: string) => names[type] ?? type

t.test('entities of every module and the migrated tables name the same columns, types and nulls', async (t) => {
  const { db } = (await testApp(t)).coffer.platform
  const entities = [...db.orm.getMetadata().getAll().values()]
  t.ok(entities.length > 10)
  for (const { tableName, props } of entities) {
    const columns = await db.query<{ name: string; type: string; nullable: boolean }>(
      `select attname as name, format_type(atttypid, case when atttypid = 'timestamptz'::regtype then atttypmod end) as type, not attnotnull as nullable
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
