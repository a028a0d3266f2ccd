import type { Tx } from '../../modules/platform/index.ts'

/** PostgreSQL's catalog of one schema: one line per column, index and constraint, by table. */
export type Catalog = Map<string, string[]>

const columns = `select c.relname as "table", 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attcollation <> t.typcollation then ' collate ' || l.collname else '' end
    || case when a.attnotnull then '' else ' null' end
    || case when a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%' then ' generated'
       else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace = $1::regnamespace`
const indexes = `select tablename as "table", 'index ' || indexdef as line from pg_indexes where schemaname = $1
  and not exists (select 1 from pg_constraint where conname = indexname and connamespace = $1::regnamespace)`
const constraints = `select conrelid::regclass::text as "table",
    case contype when 'f' then 'foreign key ' else 'constraint ' || conname || ' ' end || pg_get_constraintdef(oid) as line
  from pg_constraint where connamespace = $1::regnamespace and contype in ('p', 'u', 'c', 'f')`

/** The ORM writes the default of a bigint with its type: `'0'::bigint`. */
const untyped = (line: string) => line.replace(/ default '(\d+)'::bigint/, ' default $1')

/** Reads the catalog of `schema`, without the schema's name in it. */
export const catalogOf = async (tx: Tx, schema: string): Promise<Catalog> => {
  const rows: { table: string; line: string }[] = []
  for (const sql of [columns, indexes, constraints])
    rows.push(...(await tx.query<{ table: string; line: string }>(sql, [schema])))
  const catalog: Catalog = new Map()
  for (const { table, line } of rows) {
    const name = table.replace(`${schema}.`, '')
    catalog.set(name, [...(catalog.get(name) ?? []), untyped(line.replaceAll(`${schema}.`, ''))])
  }
  for (const lines of catalog.values()) lines.sort()
  return catalog
}
