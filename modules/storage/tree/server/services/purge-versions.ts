import { CollectedErrors, type Db, type Jobs, type Logger } from '../../../../platform/index.ts'

/** Rows per transaction. */
const batchSize = 500
/** $2: accounts whose versions cannot be deleted. */
const expiredSql = `select owner_id, array_agg(id) as ids from (
    select owner_id, id from item_versions
    where replaced_at < now() - make_interval(days => $1) and owner_id <> all($2::uuid[]) limit ${batchSize}
  ) some_versions group by owner_id`

/**
 * Deletes versions that were replaced longer ago. An account that fails is logged and does not stop the others. Ends
 * when the process stops; the next run goes on.
 */
export const purgeVersions = async (
  { db, log, jobs }: { db: Db; log: Logger; jobs: Jobs },
  retentionDays: number,
  deleteThese: (owner: string, ids: readonly string[]) => Promise<number>,
): Promise<{ removed: number }> => {
  const errors = new CollectedErrors(log, 'cannot delete old versions of an account')
  const failed: string[] = []
  let removed = 0
  for (;;) {
    jobs.signal.throwIfAborted()
    const expired = await db.query<{ owner_id: string; ids: string[] }>(expiredSql, [retentionDays, failed])
    if (expired.length === 0) break
    for (const { owner_id: ownerId, ids } of expired) {
      const isDone = await errors.collect({ ownerId }, async () => {
        removed += await deleteThese(ownerId, ids)
      })
      if (!isDone) failed.push(ownerId)
    }
  }
  errors.rethrow()
  return { removed }
}
