import { type Audit, type Db, readAuditLog } from '../../../platform/index.ts'
import type { BackupReport } from './backup.ts'
import { type Finding, isContentFinding } from './findings.ts'
import type { FsckReport } from './fsck.ts'

export interface BackupRun {
  /** Id of the backup; null when it failed. */
  id: string | null
  at: Date
  /** Null after a success. */
  failure: string | null
  folder: string
  /** Blobs that the backup does not hold, because the store lost or damaged them. */
  damaged: number
  /** Number of files of accounts; `bytes`: their size. */
  blobs: number
  bytes: number
}

export interface FsckRun {
  at: Date
  findings: number
  /** The first findings by kind and id, such as `missing-blob 0a1b…`. */
  named: string
}

/** Maximum number of findings that are named. */
export const maxNamed = 3

/** The first findings in one line. */
export const findingNames = (findings: readonly Finding[]): string =>
  [
    ...findings.slice(0, maxNamed).map(({ kind, id }) => `${kind} ${id}`),
    ...(findings.length > maxNamed ? ['…'] : []),
  ].join(', ')

const completed = 'storage.backup.completed'
const failed = 'storage.backup.failed'
const checked = 'storage.fsck.completed'

/** The actions whose newest entries are read here. */
export const maintenanceActions = [completed, failed, checked]

/** Times and results of backups and checks, which are entries of the audit log. */
export class MaintenanceLog {
  private readonly db: Db
  private readonly audit: Audit
  constructor(db: Db, audit: Audit) {
    this.db = db
    this.audit = audit
  }

  backupCompleted({ id, folder, blobs, bytes, copied_bytes, damaged }: BackupReport): Promise<void> {
    const details = { folder, blobs, bytes, copied_bytes, damaged: damaged.length }
    return this.audit({ actorId: null, action: completed, target: id, details })
  }

  backupFailed(folder: string, reason: string): Promise<void> {
    return this.audit({ actorId: null, action: failed, details: { folder, reason } })
  }

  fsckCompleted({ blobs, findings }: FsckReport, { deep }: { deep: boolean }): Promise<void> {
    const others = findings.filter((finding) => !isContentFinding(finding))
    const named = { named: findingNames(findings), named_others: findingNames(others) }
    const details = { blobs, findings: findings.length, others: others.length, ...named, deep }
    return this.audit({ actorId: null, action: checked, details })
  }

  /** The last backup, and the last that succeeded; null when there was none. */
  async backups(): Promise<{ last: BackupRun | null; success: BackupRun | null }> {
    const [[last = null], success] = await Promise.all([this.runs(1), this.find(completed)])
    return { last, success: success && backupOf(success) }
  }

  /** The newest backups and failed attempts. */
  async runs(limit: number): Promise<BackupRun[]> {
    const page = { before: null, limit }
    const entries = await Promise.all([completed, failed].map((action) => readAuditLog(this.db, { action }, page)))
    return entries
      .flat()
      .sort((one, other) => other.id - one.id)
      .slice(0, limit)
      .map(backupOf)
  }

  /** The last backup of a target that succeeded. */
  async lastBackupTo(folder: string): Promise<BackupRun | null> {
    const entry = await this.find(completed, { folder })
    return entry && backupOf(entry)
  }

  /** The last complete check, without its findings about stored content. */
  async fsck(): Promise<FsckRun | null> {
    const entry = await this.find(checked)
    if (!entry) return null
    const { findings = 0, others = findings, named, named_others = named } = entry.details ?? {}
    return { at: entry.created_at, findings: Number(others), named: String(named_others ?? '…') }
  }

  private async find(action: string, details?: Record<string, unknown>) {
    const [row] = await readAuditLog(this.db, { action, details }, { before: null, limit: 1 })
    return row ?? null
  }
}

type Entry = NonNullable<Awaited<ReturnType<typeof readAuditLog>>[0]>
const backupOf = ({ created_at, action, target, details }: Entry): BackupRun => ({
  id: action === completed ? target : null,
  at: created_at,
  failure: action === failed ? String(details?.reason) : null,
  folder: String(details?.folder),
  damaged: Number(details?.damaged ?? 0),
  blobs: Number(details?.blobs ?? 0),
  bytes: Number(details?.bytes ?? 0),
})
