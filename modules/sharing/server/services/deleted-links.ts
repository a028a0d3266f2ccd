import { type Db, deleteInBatches, type Jobs, retentionPausedSince } from '../../../platform/index.ts'

interface Deps {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
}

const batchSize = 1_000
/** Deleted links whose logs are deleted at once. */
const linksAtOnce = 100

const deleteRowsSql = `delete from share_access_log where id = any(array(
    select l.id from unnest($1::uuid[]) d (id) cross join lateral (
      select id from share_access_log where share_id = d.id limit ${batchSize}
    ) l limit ${batchSize}
  )) returning 1`

/** Only links without a row in the log: another process may still be deleting rows, which changes the totals. */
const forgetSql = `with forgotten as (
    delete from deleted_shares d where d.id = any($1::uuid[])
    and not exists (select from share_access_log l where l.share_id = d.id) returning d.id
  ) delete from share_access_totals t using forgotten f where t.share_id = f.id`

/**
 * Job: deletes links a week after their expiry; owners read the log until then. Each access enforces expiry (D19). Slugs of
 * ended links are free after a year.
 */
export const deleteExpiredLinks = async (deps: Deps): Promise<{ deleted: number }> => {
  if (await retentionPausedSince(deps.db, 0)) return { deleted: 0 }
  const expired = { table: 'shares', time: 'expires_at', condition: `expires_at < now() - interval '7 days'` }
  const deleted = await deleteInBatches(deps, expired)
  await deleteInBatches(deps, {
    table: 'ended_slugs',
    time: 'ended_at',
    condition: `ended_at < now() - interval '1 year'`,
  })
  return { deleted }
}

/** Job: deletes access logs and totals of deleted links. A log may be too long for the statement that deletes its link. */
export const deleteLogsOfDeletedLinks = async ({ db, jobs }: Deps): Promise<{ removed: number }> => {
  let removed = 0
  await jobs.inBatches(async () => {
    const links = await db.query<{ id: string }>(`select id from deleted_shares limit ${linksAtOnce}`)
    if (links.length === 0) return false
    const ids = links.map(({ id }) => id)
    const { length } = await db.query(deleteRowsSql, [ids])
    removed += length
    if (length < batchSize) await db.query(forgetSql, [ids])
    return true
  })
  return { removed }
}
