import type { Platform } from '../../../platform/index.ts'
import { Backups } from './backup.ts'
import { Fsck, type FsckOptions, type FsckReport } from './fsck.ts'
import { MaintenanceLog } from './maintenance-log.ts'
import { ScheduledBackups } from './scheduled-backups.ts'
import { findTornBackup } from './torn-backup.ts'

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
  jobs.define('backup', () => scheduled.runIfDue(), { cron: '37 * * * *' })
  jobs.define('fsck', async () => ({ findings: (await check({})).findings.length }), { cron: '20 4 * * 0' })
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
    /** Ends a running backup. */
    stop: () => backups.stop(),
  }
}
