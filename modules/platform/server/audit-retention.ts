import type { Db } from './db/db.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import type { Jobs } from './jobs/index.ts'
import type { Settings } from './settings/settings.ts'

/** Job: deletes entries of the audit log that are older than `audit_retention_days`. */
export const defineAuditRetention = ({ db, settings, jobs }: { db: Db; settings: Settings; jobs: Jobs }): void => {
  jobs.define(
    'delete-old-audit-entries',
    async () => {
      // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
      if (await settings.isUnreadable('audit_retention_days')) return { removed: 0 }
      const days = await settings.get('audit_retention_days')
      return { removed: await deleteOldRows({ db, jobs }, { table: 'audit_log', time: 'created_at', days }) }
    },
    { cron: '41 4 * * *' },
  )
}
