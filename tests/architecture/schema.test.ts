import t from 'tap'
import { testApp } from '../support/app.ts'

const names: Record<string, string> = {
  int: 'integer',
  int4: 'integer',
  bigserial: 'bigint',
  'timestamptz(0)': 'timestamptz',
  'timestamp with time zone': 'timestamptz',
}
const fact = (name: string, type: string, nullable: boolean) =>
  `${name} ${names[type] ?? type}${nullable ? ' null' : ''}`

const columnsSql = `select c.relname as tbl, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`

t.test('entities and migrations describe the same tables', async (t) => {
  const { platform } = (await testApp(t)).coffer
  const rows = await platform.db.query<{ tbl: string; name: string; type: string; nullable: boolean }>(columnsSql)
  const tables: Record<string, string[]> = {}
  for (const { tbl, name, type, nullable } of rows)
    if (!tbl.includes('migrations')) tables[tbl] = [...(tables[tbl] ?? []), fact(name, type, nullable)]
  const entities: Record<string, string[]> = {}
  for (const { tableName, props } of platform.db.orm.getMetadata().getAll().values())
    entities[tableName] = props.map(({ fieldNames, columnTypes, nullable }) =>
      fact(fieldNames[0] as string, columnTypes[0] as string, Boolean(nullable)),
    )
  t.strictSame(Object.keys(entities).sort(), Object.keys(tables).sort())
  for (const [table, columns] of Object.entries(tables)) t.strictSame(entities[table]?.sort(), columns.sort(), table)
})

t.test('foreign keys of entities exist with the same rule', async (t) => {
  const { platform } = (await testApp(t)).coffer
  const rules: Record<string, string> = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null' }
  const found = await platform.db.query<{ tbl: string; name: string; target: string; rule: string }>(
    `select c.conrelid::regclass::text as tbl, a.attname as name, c.confrelid::regclass::text as target, c.confdeltype as rule
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'f'`,
  )
  const known = new Map(found.map(({ tbl, name, target, rule }) => [`${tbl}.${name}`, `${target} ${rules[rule]}`]))
  let relations = 0
  for (const { tableName, relations: props } of platform.db.orm.getMetadata().getAll().values())
    for (const { fieldNames, targetMeta, deleteRule } of props) {
      relations += 1
      const rule = known.get(`${tableName}.${fieldNames[0]}`)
      t.ok(rule?.startsWith(`${targetMeta?.tableName} `), `${tableName}.${fieldNames[0]}: ${rule}`)
      if (deleteRule === 'cascade') t.match(rule, / cascade$/)
    }
  t.ok(relations >= 3)
})
