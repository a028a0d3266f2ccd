import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import type { InferKyselyDB } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect, type QueryCreator, type Selectable } from 'kysely'
import type pg from 'pg'

/** Tables with their columns, from entities: `type UsersTables = TablesOf<typeof userEntities>`. */
export type TablesOf<Entities extends readonly EntitySchemaWithMeta[]> = InferKyselyDB<Entities[number]>

/** A row as `query` and the builder return it: database column names, bigint as number, timestamptz as Date. */
export type RowOf<Table> = Selectable<Table>

/** Kysely's statements over `Tables`: `selectFrom`, `insertInto`, `updateTable`, `deleteFrom`, `with`. */
export type Builder<Tables> = QueryCreator<Tables>

type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/** Kysely that executes statements with `run`; the caller manages connections and transactions. */
export const kyselyOver = (run: Send): Kysely<unknown> => {
  const connection = { query: run, release() {} }
  const pool = { connect: async () => connection, end: async () => {}, options: {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}
