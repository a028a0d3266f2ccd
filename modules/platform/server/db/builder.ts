import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import type { InferKyselyDB } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect, type QueryCreator, type Selectable } from 'kysely'
import type pg from 'pg'

/** Tables with their columns as entities define them: `type UsersTables = TablesOf<typeof userEntities>`. */
export type TablesOf<Entities extends readonly EntitySchemaWithMeta[]> = InferKyselyDB<Entities[number]>

/** A row as `query` and the builder read it: column names of the database, bigint as number, timestamptz as Date. */
export type RowOf<Table> = Selectable<Table>

/** Statements over `Tables`, by Kysely: `selectFrom`, `insertInto`, `updateTable`, `deleteFrom`, `with`. */
export type Builder<Tables> = QueryCreator<Tables>

type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/** Kysely whose statements go through `run`; connections and transactions stay with the caller. */
export const kyselyOver = (run: Send): Kysely<unknown> => {
  const connection = { query: run, release() {} }
  const pool = { connect: async () => connection, end: async () => {}, options: {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}
