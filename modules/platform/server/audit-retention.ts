import type { Db } from './db/db.ts'
import type { Jobs } from './jobs/index.ts'
import type { Settings } from './settings/settings.ts'

const batchSize = 1_000

/** Deletes old ones of the first entries by id, which is nearly their order by time: needs no index of times, and reads no newer row. */
const deleteSql = `delete from audit_log where id = any(array(
    select id from (select id, created_at from audit_log order by id limit ${batchSize}) oldest
    where created_at < now() - make_interval(days => $1)
  )) returning 1`

/** Job: deletes entries of the audit log that are older than `audit_retention_days`. */
export const defineAuditRetention = ({ db, settings, jobs }: { db: Db; settings: Settings; jobs: Jobs }): void => {
  jobs.define(
    'delete-old-audit-entries',
    async () => {
      let removed = 0
      // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
      if (await settings.isUnreadable('audit_retention_days')) return { removed }
      const days = await settings.get('audit_retention_days')
      await jobs.inBatches(async () => {
        const { length } = await db.query(deleteSql, [days], 'platform.delete-audit-entries')
        removed += length
        return length === batchSize
      })
      return { removed }
    },
    { cron: '41 4 * * *' },
  )
}
