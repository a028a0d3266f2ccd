import type { Test } from 'tap'
import type { Db } from '../../modules/platform/index.ts'
import { testStorage } from './storage.ts'

/** The generic plan of a prepared statement, which does not depend on its values. */
export const planOf = async (db: Db, sql: string) =>
  (await db.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`)).map((row) => row['QUERY PLAN']).join('\n')

/** Storage without autovacuum on `items`: statistics of half-seeded tables would change the plans. */
export const storageWithoutAutovacuum = async (t: Test) => {
  const test = await testStorage(t)
  await test.platform.db.query('alter table items set (autovacuum_enabled = false)')
  return test
}
