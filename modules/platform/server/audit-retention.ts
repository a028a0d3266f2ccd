import type { Db } from './db/db.ts'
import type { Jobs } from './jobs/index.ts'
import { defineRetention } from './retention.ts'
import type { Settings } from './settings/settings.ts'

export interface AuditRetention {
  /** Keeps the newest entry of each of these actions, for each `details.folder`, because the product decides by it. */
  keepNewest(actions: readonly string[]): void
}

const isKept = `old.action = any($2) and not exists (select 1 from audit_log newer where newer.action = old.action
  and newer.id > old.id and newer.details->>'folder' is not distinct from old.details->>'folder')`

/** Job: deletes entries of the audit log that are older than `audit_retention_days`. */
export const defineAuditRetention = (platform: { db: Db; settings: Settings; jobs: Jobs }): AuditRetention => {
  const keptActions: string[] = []
  defineRetention(platform, {
    job: 'delete-old-audit-entries',
    cron: '41 4 * * *',
    setting: 'audit_retention_days',
    table: 'audit_log',
    time: 'created_at',
    kept: { condition: isKept, values: [keptActions] },
  })
  return { keepNewest: (actions) => void keptActions.push(...actions) }
}
