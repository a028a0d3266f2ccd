import type { Sql } from '../../../platform/index.ts'
import type { ConflictResult } from '../contract.ts'

/** What an operation that has ended did about names that were taken. */
export const conflictResult = async (sql: Sql, operation: string): Promise<ConflictResult> => {
  const [row] = await sql.query<ConflictResult>(
    `select count(*) filter (where outcome = 'merged')::int as merged, count(*) filter (where outcome = 'replaced')::int as replaced,
       count(*) filter (where outcome = 'skipped')::int as skipped, count(*) filter (where outcome is null and old_name <> new_name)::int as numbered
     from operation_items where operation_id = $1`,
    [operation],
  )
  return row as ConflictResult
}
