import type { Sql } from '../../../platform/index.ts'
import type { ConflictResult } from '../contract.ts'

/**
 * The list of a copy has no merged folders any more when it has ended; instead, folders that received copies are counted.
 */
const resultSql = `select
    case when o.kind = 'copy'
      then count(distinct e.to_id) filter (where e.from_id is not null and e.to_id is distinct from o.target_folder_id)
      else count(*) filter (where e.outcome = 'merged') end::int as merged,
    count(*) filter (where e.outcome = 'replaced')::int as replaced,
    count(*) filter (where e.outcome = 'skipped')::int as skipped,
    count(*) filter (where e.outcome is null and e.old_name <> e.new_name)::int as numbered
  from operations o left join operation_items e on e.operation_id = o.id where o.id = $1 group by o.id`

/** How an operation that has ended resolved names that were taken. */
export const conflictResult = async (sql: Sql, operation: string): Promise<ConflictResult> => {
  const [row] = await sql.query<ConflictResult>(resultSql, [operation])
  return row ?? { merged: 0, replaced: 0, skipped: 0, numbered: 0 }
}
