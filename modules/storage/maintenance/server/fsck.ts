import { createHash } from 'node:crypto'
import { BlobError, type BlobStore, type Db, type Jobs } from '../../../platform/index.ts'
import { facts } from './fact-queries.ts'
import type { Finding } from './findings.ts'
import type { GarbageCollector } from './garbage-collector.ts'

export interface FsckReport {
  blobs: number
  bytes: number
  findings: Finding[]
}

interface BlobRow {
  id: string
  key: string
  size: number
  sha256: Buffer
}

const hour = 3_600_000
const page = 500
const readSize = 1 << 20

/** Holds database and disk against each other. Reads only; safe while serving. */
export class Fsck {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly garbageCollector: GarbageCollector
  private readonly jobs: Jobs
  constructor(db: Db, blobs: BlobStore, garbageCollector: GarbageCollector, jobs: Jobs) {
    this.db = db
    this.blobs = blobs
    this.garbageCollector = garbageCollector
    this.jobs = jobs
  }

  /** `deep` reads all bytes against their SHA-256; `grace`: hours for which a file without an owner is no finding. */
  async run({ deep = false, grace = 24 }: { deep?: boolean; grace?: number } = {}): Promise<FsckReport> {
    const report: FsckReport = { blobs: 0, bytes: 0, findings: [] }
    await this.checkBlobs(report, deep)
    await this.checkStrays(report, new Date(Date.now() - grace * hour))
    await this.checkFacts(report)
    for (const { id, name, error } of await this.jobs.deadLetters())
      report.findings.push({ kind: 'stuck-job', id, detail: `${name}: ${error}` })
    return report
  }

  /** Each in a snapshot of its own, however long it takes. */
  private async checkFacts(report: FsckReport): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.setStatementTimeout(0)
      await tx.query('set local enable_seqscan = on')
      for (const [kind, statement] of facts) {
        const rows = await tx.query<{ id: string; detail: string | null }>(statement)
        for (const { id, detail } of rows) report.findings.push({ kind, id, ...(detail ? { detail } : {}) })
      }
    })
  }

  private async checkBlobs(report: FsckReport, deep: boolean): Promise<void> {
    let after = ''
    for (;;) {
      const rows = await this.db.query<BlobRow>(
        `select id, key, size, sha256 from blobs where key > $1 order by key limit ${page}`,
        [after],
      )
      for (const row of rows) {
        const finding = await this.checkBlob(row, deep)
        report.blobs += 1
        report.bytes += row.size
        if (finding && (await this.stillThere(row))) report.findings.push(finding)
      }
      const last = rows.at(-1)
      if (!last || rows.length < page) return
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
    const piece = Buffer.allocUnsafe(readSize)
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

  /** Removed while it was looked at: no finding. */
  private async stillThere({ id }: BlobRow): Promise<boolean> {
    return (await this.db.query('select 1 from blobs where id = $1', [id])).length > 0
  }

  private async checkStrays(report: FsckReport, before: Date): Promise<void> {
    for await (const { key, modifiedAt } of this.blobs.blobs())
      if (modifiedAt < before && (await this.garbageCollector.orphansOf([{ key }])).length > 0)
        report.findings.push({ kind: 'orphan-blob', id: key })
    for await (const { key, modifiedAt } of this.blobs.staged())
      if (modifiedAt < before && (await this.garbageCollector.orphansOf([{ key }])).length > 0)
        report.findings.push({ kind: 'stale-staging', id: key })
  }
}
