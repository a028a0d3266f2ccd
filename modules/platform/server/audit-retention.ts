import type { Db } from './db/db.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import type { Jobs } from './jobs/index.ts'
import type { Settings } from './settings/settings.ts'

export interface AuditRetention {
  /** Keeps the newest entry of each of these actions, for each `details.folder`, because the product decides by it. */
  keepNewest(actions: readonly string[]): void
}

const isKept = `old.action = any($2) and not exists (select 1 from audit_log newer where newer.action = old.action
  and newer.id > old.id and newer.details->>'folder' is not distinct from old.details->>'folder')`

/** Job: deletes entries of the audit log that are older than `audit_retention_days`. */
export const defineAuditRetention = ({
  db,
  settings,
  jobs,
}: {
  db: Db
  settings: Settings
  jobs: Jobs
}): AuditRetention => {
  const keptActions: string[] = []
  jobs.define(
    'delete-old-audit-entries',
    async () => {
      // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
      if (await settings.isUnreadable('audit_retention_days')) return { removed: 0 }
      const days = await settings.get('audit_retention_days')
      const kept = { condition: isKept, values: [keptActions] }
      return { removed: await deleteOldRows({ db, jobs }, { table: 'audit_log', time: 'created_at', days, kept }) }
    },
    { cron: '41 4 * * *' },
  )
  return { keepNewest: (actions) => void keptActions.push(...actions) }
}
