import { backupTargetName, localBlobs, type Platform, renewStoreUse, type Tx } from '../../../platform/index.ts'
import { acquireLockWithRetry } from './acquire-lock-with-retry.ts'
import { Backups } from './backup.ts'
import { readBackupList } from './backup-list.ts'
import { BackupSlices } from './backup-slices.ts'
import { ContentCheck, findBlobRow } from './content-check.ts'
import { ContentFaults } from './content-faults.ts'
import { ContentSlices } from './content-slices.ts'
import { Fsck, type FsckOptions, type FsckReport } from './fsck.ts'
import { type FsckRun, findingNames, MaintenanceLog, maintenanceActions, maxNamed } from './maintenance-log.ts'
import { contentPassDays } from './progress.ts'
import { backupFailure, noTargetReason, ScheduledBackups } from './scheduled-backups.ts'
import { findTornBackup } from './torn-backup.ts'

/** Jobs that administrators can start at any time. */
const maintenanceJobs = ['backup', 'fsck', 'check-backup'] as const
type MaintenanceJob = (typeof maintenanceJobs)[number]

/** Minute of each hour in which a backup begins if it is due. */
const backupMinute = 37

/**
 * Maximum bytes of content that is compared with its hash while somebody waits for it; of larger content, only the length
 * is.
 */
const maxPromptBytes = 1 << 20

const nextRun = (after: Date): Date => {
  const next = new Date(after)
  next.setUTCMinutes(backupMinute, 0, 0)
  if (next < after) next.setUTCHours(next.getUTCHours() + 1)
  return next
}

/** Lock of the check of backups. One runs at a time, because each stores the state that it has read at its start. */
const backupCheckLock = 'storage.backup-check'

/** Result of a check of content or of a backup; `off`: there is none to check. */
const damageOf = (result: 'off' | 'busy' | { damaged: number }): string | null => {
  if (result === 'off') return noTargetReason
  if (result === 'busy') return 'another check of the backup is running'
  return result.damaged > 0 ? `files that are missing or damaged: ${result.damaged}` : null
}

/** Backups and consistency checks, with the record of their last runs. */
export const createMaintenance = (platform: Platform) => {
  const { db, locks, settings, blobs, jobs, config, log, audit } = platform
  const history = new MaintenanceLog(db, audit)
  platform.auditRetention.keepNewest(maintenanceActions)
  const backups = new Backups({ db, locks, blobs, config })
  const scheduled = new ScheduledBackups({ db, settings, log, backups, history })
  const backupSlices = new BackupSlices({ db, jobs, log, backups })
  const fsck = new Fsck(db, blobs, jobs)
  const days = config.blobUrl === localBlobs ? contentPassDays.disk : contentPassDays.objectStore
  const content = new ContentCheck(db, blobs, jobs.signal)
  const faults = new ContentFaults({ db, log })
  const contentSlices = new ContentSlices({ db, jobs, content, faults, days })
  const check = async (options: FsckOptions): Promise<FsckReport> => {
    const report = await fsck.run(options)
    await faults.report()
    await history.fsckCompleted(report, { deep: options.deep ?? false })
    return report
  }
  jobs.define('renew-store-use', () => renewStoreUse(platform), { cron: '* * * * *', isPrompt: true })
  jobs.signal.addEventListener('abort', () => backups.stop())
  jobs.define('backup', (payload) => scheduled.runIfDue((payload as { isForced?: boolean }).isForced), {
    cron: `${backupMinute} * * * *`,
    isLong: true,
    failureOf: backupFailure,
  })
  jobs.define('fsck', async () => ({ findings: (await check({})).findings.length }), {
    cron: '20 4 * * 0',
    isLong: true,
    failureOf: ({ findings }: { findings: number }) =>
      findings > 0 ? `${findings} differences were found; the command fsck names them` : null,
  })
  jobs.define('check-content', () => contentSlices.run(), { cron: '7 * * * *', isLong: true, failureOf: damageOf })
  jobs.define('check-blob', async (payload) => {
    const row = await findBlobRow(db, (payload as { id: string }).id)
    if (row) await content.check(row, { deep: row.size <= maxPromptBytes })
    await faults.reportFirst()
  })
  const checkBackup = async (payload: unknown) => {
    const target = await scheduled.target()
    if (!target) return 'off'
    const lock = await acquireLockWithRetry(locks, backupCheckLock)
    if (!lock) return 'busy'
    try {
      return await backupSlices.run(target, payload as { isForced?: boolean })
    } finally {
      lock.release()
    }
  }
  jobs.define('check-backup', checkBackup, { cron: '22 * * * *', isLong: true, failureOf: damageOf })
  return {
    fsck,
    /** Runs fsck and records the result. */
    check,
    /** Findings of the last complete check and of the continuous one; null when neither has any. */
    async lastCheck(): Promise<FsckRun | null> {
      const [last, { count, first }] = await Promise.all([history.fsck(), faults.known(maxNamed + 1)])
      if (count === 0) return last
      const named = [findingNames(first), last?.findings ? last.named : ''].filter(Boolean).join(', ')
      return { at: last?.at ?? new Date(), findings: count + (last?.findings ?? 0), named }
    },
    /**
     * Checks content in the background, which notifies administrators of a fault. To be called when content that is about to
     * be sent is missing or differs from its row. A known fault is not checked again: a job does so each hour.
     */
    checkBlob: async (id: string): Promise<void> => {
      if (!(await faults.isKnown(id))) await jobs.add('check-blob', { id }, { key: `check-blob:${id}` })
    },
    /** Makes a backup and records the result; keeps the newest `keep` (0: all). */
    backup: (target: string, keep?: number) => scheduled.run(target, keep),
    /** The last backup of the schedule that succeeded; without a schedule, the last of all. */
    async lastBackup() {
      const target = await scheduled.target()
      return target ? history.lastBackupTo(backupTargetName(target)) : (await history.backups()).success
    },
    /** Target of scheduled backups; empty: there are none. */
    backupTarget: () => scheduled.target(),
    /** The newest backups, their target, and the time of the next one. */
    list: () =>
      readBackupList({ settings, log, history, slices: backupSlices, target: () => scheduled.target(), nextRun }),
    /** Damage of the scheduled backups: id of a torn one, number of blobs that are damaged in the target. */
    async backupDamage(): Promise<{ torn: string | null; damaged: number }> {
      const target = await scheduled.target()
      if (!target) return { torn: null, damaged: 0 }
      const damage = await backupSlices.known(backupTargetName(target))
      return damage.torn ? damage : { ...damage, torn: await findTornBackup(target) }
    },
    history,
    /** Jobs of `maintenanceJobs` that run or wait to run. */
    async active(): Promise<MaintenanceJob[]> {
      const summary = await jobs.queue.summary()
      return maintenanceJobs.filter((job) =>
        summary.some(({ name, waiting, running }) => name === job && waiting + running > 0),
      )
    },
    /** Starts a job when `tx` commits, in whichever process runs jobs. One at a time. */
    start: (job: MaintenanceJob, tx: Tx) => jobs.add(job, { isForced: true }, { tx, key: `${job}-now` }),
    /** Ends a running backup. */
    stop: () => backups.stop(),
  }
}
