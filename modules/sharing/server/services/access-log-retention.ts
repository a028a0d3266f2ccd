import { type Db, deleteOldRows, type Jobs, type Settings } from '../../../platform/index.ts'

/** Job: deletes what is older than `share_log_retention_days` (0: never). Totals and download limits count it further. */
export const defineAccessLogRetention = ({ db, settings, jobs }: { db: Db; settings: Settings; jobs: Jobs }): void => {
  jobs.define(
    'delete-old-access-log',
    async () => {
      const days = await settings.get('share_log_retention_days')
      // An unreadable value falls back to the default, which may be shorter than intended: then nothing is deleted.
      if (days <= 0 || (await settings.isUnreadable('share_log_retention_days'))) return { removed: 0 }
      return { removed: await deleteOldRows({ db, jobs }, { table: 'share_access_log', time: 'occurred_at', days }) }
    },
    { cron: '47 4 * * *' },
  )
}
