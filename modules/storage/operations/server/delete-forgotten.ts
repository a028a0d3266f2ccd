import { CollectedErrors, retentionPausedSince } from '../../../platform/index.ts'
import { systemScope } from '../../tree/index.ts'
import { isForgotten } from './find-operation.ts'
import type { OperationsDeps } from './operation-worker.ts'

type Deps = Pick<OperationsDeps, 'db' | 'jobs' | 'log' | 'purge'>

const batchSize = 1_000
/** Number of operations whose lists are deleted at a time. */
const operationsAtOnce = 100

const itemsSql = `delete from operation_items where ctid = any(array(
    select ctid from operation_items where operation_id = any($1::uuid[]) limit ${batchSize}
  )) returning 1`
/** Ids of forgotten operations, except one that is being undone: its list is read in pages. */
const forgottenSql = `select id from operations o where ${isForgotten} and not exists (
    select from operations u where u.state = 'running' and u.input ->> 'undoes' = o.id::text
  ) order by updated_at limit ${operationsAtOnce}`
/** Deletes operations whose lists are empty; another process may be deleting the same lists. */
const operationsSql = `delete from operations o where id = any($1::uuid[]) and ${isForgotten}
  and not exists (select from operation_items e where e.operation_id = o.id)`

/** Hidden folders that no undo can return any more, by owner. */
const hiddenSql = `select i.owner_id, array_agg(i.id) as ids from items i
  where i.merged_by is not null and i.trashed_at is not null
  and not exists (select from operations o where o.id = i.merged_by) group by i.owner_id`

/**
 * Deletes operations whose undo has expired, after their lists, which may be too long for one statement, and the folders
 * that they hid.
 */
export const deleteForgotten = async ({ db, jobs, log, purge }: Deps): Promise<void> => {
  await jobs.inBatches(async () => {
    const forgotten = await db.query<{ id: string }>(forgottenSql)
    if (forgotten.length === 0 || (await retentionPausedSince(db, 0))) return false
    const ids = forgotten.map(({ id }) => id)
    const { length } = await db.query(itemsSql, [ids])
    if (length < batchSize) await db.query(operationsSql, [ids])
    return true
  })
  const errors = new CollectedErrors(log, 'cannot purge folders that a restore merged')
  for (const { owner_id: ownerId, ids } of await db.query<{ owner_id: string; ids: string[] }>(hiddenSql))
    await errors.collect({ ownerId }, () => purge.trees(systemScope(ownerId), ids, { signal: jobs.signal }))
  errors.rethrow()
}
