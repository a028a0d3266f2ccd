import type { Sql } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

/** SQL condition: an operation whose undo has expired, because it ended too long ago; a job deletes it. */
export const isForgotten = `state <> 'running' and updated_at < now() - interval '7 days'`

/** An operation of the caller; callers without an account are identified by their key. Null when its undo has expired. */
export const findOperation = async (sql: Sql, { actor }: Scope, id: string): Promise<OperationRow | null> => {
  const [row] = await sql.query<OperationRow>(
    `select * from operations where id = $1 and not (${isForgotten})
     and case when $2::uuid is null then actor_id is null and scope #>> '{actor,key}' = $3 else actor_id = $2 end`,
    [id, actor.userId, actor.key],
  )
  return row ?? null
}
