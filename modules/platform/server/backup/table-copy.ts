import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { FileDigest, Snapshot } from './backup-store.ts'

interface TableDump extends FileDigest {
  table: string
  columns: string[]
}

export interface DatabaseDump {
  /** Names of the migrations that made the tables, in their order. */
  migrations: string[]
  tables: TableDump[]
  /** Sequence → the last value it gave out. */
  sequences: Record<string, string>
}

interface Destination {
  snapshot: Snapshot
  /** Ends the copy with an error. */
  signal: AbortSignal
}

/** COPY's text shrinks to a fifth at the fastest level; higher levels take longer than the disk. */
const gzipLevel = 1

const migrationsTable = 'mikro_orm_migrations'

/** Permanent tables with their columns, without generated ones and without the table that the migrations write. */
const tablesSql = `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
  and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> '${migrationsTable}'
  group by c.relname order by c.relname`

const foreignKeysSql = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** Writes the result of a query to a compressed file of the snapshot, in the text format of COPY. */
export const dumpQuery = async (
  client: pg.ClientBase,
  query: string,
  { snapshot, signal }: Destination,
  name: string,
): Promise<FileDigest> => {
  const rows = client.query(copyTo(`copy ${query} to stdout`))
  const compressed = createGzip({ level: gzipLevel })
  // A failure of one ends both, and the caller gets the first error.
  const [digest] = await Promise.all([snapshot.write(name, compressed, signal), pipeline(rows, compressed, { signal })])
  return digest
}

/**
 * Copies every table to the snapshot, as the client's transaction sees them. `except`: tables that are made again from the
 * others after a restore.
 */
export const dumpTables = async (
  client: pg.ClientBase,
  to: Destination,
  except: readonly string[] = [],
): Promise<DatabaseDump> => {
  const { rows: found } = await client.query<{ table: string; columns: string[] }>(tablesSql)
  const tables: TableDump[] = []
  for (const { table, columns } of found.filter((one) => !except.includes(one.table))) {
    const query = `${quoted(table)} (${columnList(columns)})`
    tables.push({ table, columns, ...(await dumpQuery(client, query, to, `tables/${table}.copy.gz`)) })
  }
  const { rows: migrations } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by id`)
  const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
    'select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema()',
  )
  return {
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: Object.fromEntries(sequences.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))),
  }
}

/**
 * Replaces the rows of every table with the snapshot's rows, in one transaction. The tables must be as the dump's migrations
 * made them. Foreign keys are dropped meanwhile, because tables refer to each other in both directions; creating them again
 * validates every row. `prepare` runs in the same transaction, after the rows are there.
 */
export const loadTables = async (
  client: pg.ClientBase,
  { tables, sequences }: DatabaseDump,
  snapshot: Snapshot,
  prepare: () => Promise<void>,
): Promise<void> => {
  await client.query('begin')
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(foreignKeysSql)
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: all } = await client.query<{ table: string }>(tablesSql)
  const everyTable = async (change: string) => {
    for (const { table } of all) await client.query(`alter table ${quoted(table)} ${change}`)
  }
  // The dumped rows already have the effects of the triggers, and append-only tables reject TRUNCATE.
  await everyTable('disable trigger user')
  await client.query(`truncate ${all.map(({ table }) => quoted(table)).join(', ')}`)
  for (const { table, columns, file } of tables) {
    const copy = client.query(copyFrom(`copy ${quoted(table)} (${columnList(columns)}) from stdin`))
    await pipeline(snapshot.read(file), createGunzip(), copy)
  }
  await everyTable('enable trigger user')
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value])
  await prepare()
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query('commit')
  await client.query('analyze')
}
