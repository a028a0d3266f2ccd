import { type BlobStore, type Db, forEachConcurrently, type Jobs } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import { consistencyChecks } from './consistency-checks.ts'
import { allBlobRows, ContentCheck } from './content-check.ts'
import type { Finding, FindingKind } from './findings.ts'
import { findOrphans } from './orphans.ts'
import { repair } from './repair.ts'

export interface FsckReport {
  blobs: number
  bytes: number
  findings: Finding[]
}

export interface FsckOptions {
  /** Verifies the SHA-256 of all content. */
  deep?: boolean
  /** Age in hours from which an unreferenced file is a finding; default 24. */
  grace?: number
}

/**
 * Checks the consistency of database and blob store. Changes nothing but the recorded faults; safe while the server runs.
 */
export class Fsck {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly jobs: Jobs
  private readonly content: ContentCheck
  constructor(db: Db, blobs: BlobStore, jobs: Jobs) {
    this.db = db
    this.blobs = blobs
    this.jobs = jobs
    this.content = new ContentCheck(db, blobs, jobs.signal)
  }

  /** Rejects when the process stops. */
  async run({ deep = false, grace = 24 }: FsckOptions = {}): Promise<FsckReport> {
    const report: FsckReport = { blobs: 0, bytes: 0, findings: [] }
    await forEachConcurrently(allBlobRows(this.db), async (row) => {
      const finding = await this.content.check(row, { deep })
      report.blobs += 1
      report.bytes += row.size
      if (finding) report.findings.push(finding)
    })
    await this.checkUnreferencedFiles(report, new Date(Date.now() - grace * hourMs))
    report.findings.push(...(await this.consistency()))
    return report
  }

  /** Sets right what follows from other rows (`repair`). */
  repair(): Promise<void> {
    return repair(this.db, (kinds) => this.consistency(kinds))
  }

  /** Each statement has a snapshot of its own and no timeout; the end of the process cancels it. */
  private async consistency(kinds?: readonly FindingKind[]): Promise<Finding[]> {
    const { signal } = this.jobs
    const findings: Finding[] = []
    await this.db.withOwnConnection(async (client) => {
      const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      // Best effort: the process ends anyway, and its connections with it.
      const cancel = () => void this.db.query('select pg_cancel_backend($1)', [own[0]?.pid]).catch(() => undefined)
      signal.addEventListener('abort', cancel)
      try {
        await client.query('set enable_seqscan = on')
        for (const [kind, statement] of consistencyChecks) {
          signal.throwIfAborted()
          if (kinds && !kinds.includes(kind)) continue
          const { rows } = await client.query<{ id: string; detail: string | null }>(statement)
          for (const { id, detail } of rows) findings.push({ kind, id, ...(detail ? { detail } : {}) })
        }
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    })
    return findings
  }

  private async checkUnreferencedFiles(report: FsckReport, before: Date): Promise<void> {
    for (const [kind, files] of [
      ['orphan-blob', this.blobs.blobs()],
      ['stale-staging', this.blobs.staged()],
    ] as const)
      for await (const { key, modifiedAt } of files) {
        this.jobs.signal.throwIfAborted()
        if (modifiedAt < before && (await findOrphans(this.db, [key])).length > 0)
          report.findings.push({ kind, id: key })
      }
  }
}
