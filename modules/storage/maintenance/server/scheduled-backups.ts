import { backupTargetName, type Db, type Logger, type Settings } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import { alertAdmins } from './alert-admins.ts'
import { BackupBusyError, type BackupReport, type Backups } from './backup.ts'
import type { MaintenanceLog } from './maintenance-log.ts'

interface ScheduledBackupsDeps {
  db: Db
  settings: Settings
  log: Logger
  backups: Backups
  history: MaintenanceLog
}

/**
 * Tolerance of the interval: the hourly job does not always run at the same second. Clocks of server and database differ
 * less.
 */
const toleranceMs = 600_000

/** Reason of a backup that was requested without a target. */
export const noTargetReason = 'no folder or object store for scheduled backups is set'

const reasonOf = (error: unknown) => String((error as Error).message).split('\n')[0] as string

/**
 * Time (ms since 1970) at which a backup is due after one that succeeded: now, if that was made while the clock was ahead.
 */
export const nextDueTime = (success: Date, intervalMs: number, now = Date.now()): number =>
  success.getTime() > now + toleranceMs ? now : success.getTime() + intervalMs - toleranceMs

/** `busy`: another backup is running. */
type ScheduledBackupResult = 'off' | 'not due' | 'busy' | 'completed' | { failed: string }

/** Why a due backup was not made; null: it was made, or none was due. */
export const backupFailure = (result: ScheduledBackupResult): string | null => {
  if (typeof result === 'object') return result.failed
  if (result === 'off') return noTargetReason
  return result === 'busy' ? new BackupBusyError().message : null
}

/** Makes backups as the settings say, records them, and notifies administrators when the first one fails. */
export class ScheduledBackups {
  private readonly deps: ScheduledBackupsDeps
  /** The last backup of this process could not remove old ones, of which administrators were alerted. */
  private wasNotRemoved = false
  constructor(deps: ScheduledBackupsDeps) {
    this.deps = deps
  }

  /** Folder or object store of scheduled backups; empty: there are none. */
  async target(): Promise<string> {
    const { settings } = this.deps
    return (await settings.get('backup_url')) || settings.get('backup_folder')
  }

  /**
   * Makes a backup if a target is set and, unless `isForced`, the last one is older than the interval. Does not throw, so
   * that the job is not retried.
   */
  async runIfDue(isForced = false): Promise<ScheduledBackupResult> {
    const { settings, log } = this.deps
    const target = await this.target()
    if (!target) return 'off'
    const success = await this.deps.history.lastBackupTo(backupTargetName(target))
    const intervalMs = (await settings.get('backup_interval_hours')) * hourMs
    const now = Date.now()
    if (!isForced && success && now < nextDueTime(success.at, intervalMs, now)) return 'not due'
    try {
      const report = await this.run(target, await settings.get('backup_keep'))
      log.info({ report }, 'backup completed')
      if (report.notRemoved) log.warn({ reason: report.notRemoved }, 'old backups were not removed')
      return 'completed'
    } catch (error) {
      if (error instanceof BackupBusyError) return 'busy'
      // A warning, because `run` has alerted administrators, and the command would show an error of the log beside its own
      // output.
      log.warn({ err: error }, 'backup failed')
      return { failed: reasonOf(error) }
    }
  }

  /** Makes and records a backup. Rejects when it fails. */
  async run(target: string, keep = 0): Promise<BackupReport> {
    const { backups, history } = this.deps
    try {
      const report = await backups.run(target, { keep })
      const { success } = await history.backups()
      await history.backupCompleted(report)
      await this.alertOf(report, success?.damaged ?? 0).catch((error: unknown) =>
        this.deps.log.error({ err: error }, 'administrators were not alerted'),
      )
      return report
    } catch (error) {
      if (error instanceof BackupBusyError) throw error
      const { last } = await history.backups()
      const reason = reasonOf(error)
      await history.backupFailed(backupTargetName(target), reason)
      if (!last?.failure) await alertAdmins(this.deps, 'storage.backup.failed', { reason })
      throw error
    }
  }

  /**
   * Alerts administrators of old backups that were not removed and of damaged blobs, unless the last backup alerted them.
   */
  private async alertOf(report: BackupReport, damagedBefore: number): Promise<void> {
    const isNews = report.notRemoved !== null && !this.wasNotRemoved
    this.wasNotRemoved = report.notRemoved !== null
    const reason = `old backups were not removed: ${report.notRemoved}`
    if (isNews) await alertAdmins(this.deps, 'storage.backup.failed', { reason })
    const count = report.damaged.length
    if (count > 0 && !damagedBefore) await alertAdmins(this.deps, 'storage.content.damaged', { count })
  }
}
