import type { Sql } from '../../../platform/index.ts'

/** Whom a problem with money is reported to, in the order in which their rows are locked. */
export const administratorIds = async (sql: Sql): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `select id from user_summaries where role = 'admin' and status = 'active' order by id`,
  )
  return rows.map(({ id }) => id)
}
