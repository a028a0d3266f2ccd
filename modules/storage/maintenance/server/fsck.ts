import { createHash } from 'node:crypto'
import { BlobError, type BlobStore, type Db, type Jobs } from '../../../platform/index.ts'
import { consistencyChecks } from './consistency-checks.ts'
import type { Finding } from './findings.ts'
import { findOrphans } from './orphans.ts'

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

interface BlobRow {
  id: string
  key: string
  size: number
  sha256: Buffer
}

const hourMs = 3_600_000
const batchSize = 500
const readBufferBytes = 1 << 20

/** Checks the consistency of database and blob store. Reads only; safe while the server runs. */
export class Fsck {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly jobs: Jobs
  constructor(db: Db, blobs: BlobStore, jobs: Jobs) {
    this.db = db
    this.blobs = blobs
    this.jobs = jobs
  }

  async run({ deep = false, grace = 24 }: FsckOptions = {}): Promise<FsckReport> {
    const report: FsckReport = { blobs: 0, bytes: 0, findings: [] }
    await this.checkBlobs(report, deep)
    await this.checkUnreferencedFiles(report, new Date(Date.now() - grace * hourMs))
    await this.checkConsistency(report)
    for (const { id, name, error } of await this.jobs.queue.deadLetters())
      report.findings.push({ kind: 'stuck-job', id, detail: `${name}: ${error}` })
    return report
  }

  /** Each statement has a snapshot of its own and no timeout. */
  private async checkConsistency(report: FsckReport): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.setStatementTimeout(0)
      await tx.query('set local enable_seqscan = on')
      for (const [kind, statement] of consistencyChecks) {
        const rows = await tx.query<{ id: string; detail: string | null }>(statement)
        for (const { id, detail } of rows) report.findings.push({ kind, id, ...(detail ? { detail } : {}) })
      }
    })
  }

  private async checkBlobs(report: FsckReport, deep: boolean): Promise<void> {
    let after = ''
    for (;;) {
      const rows = await this.db.query<BlobRow>(
        `select id, key, size, sha256 from blobs where key > $1 order by key limit ${batchSize}`,
        [after],
      )
      for (const row of rows) {
        const finding = await this.checkBlob(row, deep)
        report.blobs += 1
        report.bytes += row.size
        if (finding && (await this.stillExists(row))) report.findings.push(finding)
      }
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) return
      after = last.key
    }
  }

  private async checkBlob(row: BlobRow, deep: boolean): Promise<Finding | null> {
    const found = await this.blobs.stat(row.key)
    if (!found) return { kind: 'missing-blob', id: row.key }
    if (found.size !== row.size)
      return { kind: 'size-mismatch', id: row.key, detail: `${found.size} instead of ${row.size}` }
    if (!deep) return null
    try {
      return (await this.sha256Of(row)).equals(row.sha256) ? null : { kind: 'sha-mismatch', id: row.key }
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') return { kind: 'missing-blob', id: row.key }
      return { kind: 'sha-mismatch', id: row.key, detail: (error as Error).message }
    }
  }

  private async sha256Of(row: BlobRow): Promise<Buffer> {
    const hash = createHash('sha256')
    const blob = await this.blobs.open(row.key)
    const piece = Buffer.allocUnsafe(readBufferBytes)
    try {
      for (let at = 0; at < row.size; ) {
        const bytes = await blob.read(piece, at)
        if (bytes === 0) break
        hash.update(piece.subarray(0, bytes))
        at += bytes
      }
    } finally {
      blob.release()
    }
    return hash.digest()
  }

  /** False when the blob was deleted during the check. */
  private async stillExists({ id }: BlobRow): Promise<boolean> {
    return (await this.db.query('select 1 from blobs where id = $1', [id])).length > 0
  }

  private async checkUnreferencedFiles(report: FsckReport, before: Date): Promise<void> {
    for await (const { key, modifiedAt } of this.blobs.blobs())
      if (modifiedAt < before && (await findOrphans(this.db, [key])).length > 0)
        report.findings.push({ kind: 'orphan-blob', id: key })
    for await (const { key, modifiedAt } of this.blobs.staged())
      if (modifiedAt < before && (await findOrphans(this.db, [key])).length > 0)
        report.findings.push({ kind: 'stale-staging', id: key })
  }
}
