import type { Sql } from '../../../platform/index.ts'

/**
 * Ids of the active administrators, who are notified of problems with money; in the order in which their rows are locked.
 */
export const administratorIds = async (sql: Sql): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `select id from user_summaries where role = 'admin' and status = 'active' order by id`,
  )
  return rows.map(({ id }) => id)
}
