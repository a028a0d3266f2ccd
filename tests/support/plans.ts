import type { Db } from '../../modules/platform/index.ts'

/** The generic plan of a prepared statement, which does not depend on its values. */
export const planOf = async (db: Db, sql: string) =>
  (await db.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`)).map((row) => row['QUERY PLAN']).join('\n')
