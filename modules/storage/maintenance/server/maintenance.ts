import type { Platform } from '../../../platform/index.ts'
import { Backups } from './backup.ts'
import { Fsck, type FsckOptions, type FsckReport } from './fsck.ts'
import { MaintenanceLog } from './maintenance-log.ts'
import { ScheduledBackups } from './scheduled-backups.ts'
import { findTornBackup } from './torn-backup.ts'

/** What administrators can start at any time. */
export const maintenanceJobs = ['backup', 'fsck'] as const
export type MaintenanceJob = (typeof maintenanceJobs)[number]

/** Backups and consistency checks, with the record of their last runs. */
export const createMaintenance = (platform: Platform) => {
  const { db, locks, events, settings, blobs, jobs, config, log, audit } = platform
  const history = new MaintenanceLog(db, audit)
  const backups = new Backups({ db, locks, blobs, appKey: config.appKey })
  const scheduled = new ScheduledBackups({ db, events, settings, log, backups, history })
  const fsck = new Fsck(db, blobs, jobs)
  const check = async (options: FsckOptions): Promise<FsckReport> => {
    const report = await fsck.run(options)
    await history.fsckCompleted(report, options.deep ?? false)
    return report
  }
  jobs.define('backup', (payload) => scheduled.runIfDue((payload as { isForced?: boolean }).isForced), {
    cron: '37 * * * *',
    isLong: true,
  })
  jobs.define('fsck', async () => ({ findings: (await check({})).findings.length }), {
    cron: '20 4 * * 0',
    isLong: true,
  })
  return {
    fsck,
    /** Runs fsck and records the result. */
    check,
    /** Makes a backup and records the result; keeps the newest `keep` (0: all). */
    backup: (target: string, keep?: number) => scheduled.run(target, keep),
    /** Where scheduled backups go; empty: there are none. */
    backupTarget: () => scheduled.target(),
    /** Id of a scheduled backup that is torn; null when none is known to be. */
    async tornBackup(): Promise<string | null> {
      const target = await scheduled.target()
      return target ? findTornBackup(target) : null
    },
    history,
    /** Of the jobs `backup` and `fsck`, those that run or wait to run. */
    async active(): Promise<MaintenanceJob[]> {
      const summary = await jobs.queue.summary()
      return maintenanceJobs.filter((job) =>
        summary.some(({ name, waiting, running }) => name === job && waiting + running > 0),
      )
    },
    /** Starts a job now, in whichever process runs jobs. One at a time. */
    start: (job: MaintenanceJob) => jobs.add(job, { isForced: true }, { key: `${job}-now`, urgency: 'notice' }),
    /** Ends a running backup. */
    stop: () => backups.stop(),
  }
}
