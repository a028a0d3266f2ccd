import type { Sql } from '../../../platform/index.ts'
import type { UrlRow } from './repository.ts'

/** Retention of finished batches: batches with failures are retained for a retry. */
const retention = { succeeded: '1 hour', failed: '24 hours' }

/** A URL that had no file yet when its batch was deleted. */
export type UnfinishedUrl = Pick<UrlRow, 'id' | 'batch_id'>

const deleteSql = (condition: string) => `with deleted as (delete from remote_batches where ${condition} returning id)
  select u.id, u.batch_id from deleted join remote_urls u on u.batch_id = deleted.id where u.status <> 'done'`

/** Deletes a batch with its URLs. */
export const deleteBatch = (sql: Sql, id: string): Promise<UnfinishedUrl[]> =>
  sql.query<UnfinishedUrl>(deleteSql('id = $1'), [id])

/**
 * Deletes all batches into an account, open or not, of callers whose principals have this prefix; with `root`, only batches
 * of a scope whose root is this folder.
 */
export const deleteBatchesOf = (
  sql: Sql,
  ownerId: string,
  principalPrefix: string,
  root: string | null,
): Promise<UnfinishedUrl[]> =>
  sql.query<UnfinishedUrl>(
    deleteSql('owner_id = $1 and starts_with(principal, $2) and ($3::uuid is null or root_id = $3)'),
    [ownerId, principalPrefix, root],
  )

/** Deletes finished batches whose retention is over. */
export const deleteExpiredBatches = async (sql: Sql): Promise<void> => {
  await sql.query(
    `delete from remote_batches b where b.finished_at < now() - interval '${retention.failed}'
     or (b.finished_at < now() - interval '${retention.succeeded}'
       and not exists (select 1 from remote_urls u where u.batch_id = b.id and u.status <> 'done'))`,
  )
}
