import { setTimeout as sleep } from 'node:timers/promises'
import { backupTargetName, type Logger, openBackupStore, type Settings } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import type { BackupSlices } from './backup-slices.ts'
import type { BackupRun, MaintenanceLog } from './maintenance-log.ts'
import { nextDueTime } from './scheduled-backups.ts'

/** A completed or failed backup. `verified`: its files were read since, and are as they were written; null: not yet. */
interface ListedBackup extends BackupRun {
  verified: boolean | null
}

interface BackupList {
  /** Backups that the target still holds, the newest first. */
  backups: ListedBackup[]
  /** Target of scheduled backups, without secrets; null: none is set. */
  target: string | null
  /** Time at which the next scheduled backup is due; null without a target. */
  next: Date | null
}

interface Deps {
  settings: Settings
  log: Logger
  history: MaintenanceLog
  slices: BackupSlices
  /** Folder or object store of scheduled backups; empty: there are none. */
  target(): Promise<string>
  /** The first time from `after` on at which a backup can begin. */
  nextRun(after: Date): Date
}

const maxListed = 20
/** Time in which the target must list its backups; without an answer, all recorded ones are shown. */
const targetTimeoutMs = 2_000

const idsIn = async (target: string): Promise<Set<string> | null> => {
  const store = await openBackupStore(target)
  try {
    const ids = await Promise.race([store.snapshots(), sleep(targetTimeoutMs, null, { ref: false })])
    return ids && new Set(ids)
  } finally {
    store.close()
  }
}

/** The backups as administrators see them: which exist, where, whether they are whole, and when the next one is made. */
export const readBackupList = async ({
  settings,
  log,
  history,
  slices,
  target,
  nextRun,
}: Deps): Promise<BackupList> => {
  const runs = await history.runs(maxListed)
  const url = await target()
  const name = url ? backupTargetName(url) : null
  const idsIfKnown = (of: string) =>
    idsIn(of).catch((error: unknown) => {
      log.warn({ err: error, target: name }, 'the backups of the target cannot be listed')
      return null
    })
  const [kept, { torn, verified }, last] = await Promise.all([
    url ? idsIfKnown(url) : null,
    slices.verdicts(name ?? ''),
    name ? history.lastBackupTo(name) : null,
  ])
  const isKept = ({ id, folder }: BackupRun) => id === null || folder !== name || !kept || kept.has(id)
  const verdictOf = ({ id }: BackupRun) => (id && torn.includes(id) ? false : id && id === verified ? true : null)
  const intervalMs = (await settings.get('backup_interval_hours')) * hourMs
  const due = new Date(Math.max(Date.now(), last ? nextDueTime(last.at, intervalMs) : 0))
  return {
    backups: runs.filter(isKept).map((run) => ({ ...run, verified: verdictOf(run) })),
    target: name,
    next: name ? nextRun(due) : null,
  }
}
