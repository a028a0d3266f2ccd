import type { Db, Jobs, Settings } from '../../../platform/index.ts'

const batchSize = 1_000

/** Deletes old ones of the first rows by id, which is nearly their order by time: needs no index of times, and reads no newer row. */
const deleteSql = `delete from share_access_log where id = any(array(
    select id from (select id, occurred_at from share_access_log order by id limit ${batchSize}) oldest
    where occurred_at < now() - make_interval(days => $1)
  )) returning 1`

/** Job: deletes what is older than `share_log_retention_days` (0: never). Totals and download limits count it further. */
export const defineAccessLogRetention = ({ db, settings, jobs }: { db: Db; settings: Settings; jobs: Jobs }): void => {
  jobs.define(
    'delete-old-access-log',
    async () => {
      let removed = 0
      const days = await settings.get('share_log_retention_days')
      // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
      if (days <= 0 || (await settings.isUnreadable('share_log_retention_days'))) return { removed }
      await jobs.inBatches(async () => {
        const { length } = await db.query(deleteSql, [days], 'sharing.delete-access-log')
        removed += length
        return length === batchSize
      })
      return { removed }
    },
    { cron: '47 4 * * *' },
  )
}
