import { type Db, forEachConcurrently, type Jobs } from '../../../platform/index.ts'
import { type BlobRow, type ContentCheck, readBlobRows } from './content-check.ts'
import type { ContentFaults } from './content-faults.ts'
import { bytesPerRun, StoredProgress } from './progress.ts'

interface ContentSlicesDeps {
  db: Db
  jobs: Jobs
  content: ContentCheck
  faults: ContentFaults
  /** Days in which all content is read. */
  days: number
}

interface State {
  /** Key of the last blob that was read; '' between two passes. */
  after: string
  bytesPerRun: number
}

const batchRows = 50
const maxBatchBytes = 64 << 20

/**
 * Reads all content again and again, a part at a time, with pauses that leave the disk to requests. Before each part it
 * checks the content with known faults again: a fault is recorded until its content was read without a difference, or
 * deleted.
 */
export class ContentSlices {
  private readonly deps: ContentSlicesDeps
  private readonly progress: StoredProgress<State>
  constructor(deps: ContentSlicesDeps) {
    this.deps = deps
    this.progress = new StoredProgress(deps.db, 'content', { after: '', bytesPerRun: 0 })
  }

  /** Reads the next part. Rejects when the process stops; the next run goes on behind the blobs that were read. */
  async run(): Promise<{ blobs: number; damaged: number }> {
    await this.checkFaulty()
    const blobs = await this.checkNext()
    await this.deps.faults.report()
    return { blobs, damaged: (await this.deps.faults.known(0)).count }
  }

  private async checkFaulty(): Promise<void> {
    const { db, jobs } = this.deps
    let after = ''
    await jobs.inBatches(async () => {
      const nextRows = await readBlobRows(db, after, { limit: batchRows, isFaulty: true })
      const rows = firstOf(nextRows, maxBatchBytes)
      await this.check(rows, { deep: false })
      after = rows.at(-1)?.key ?? ''
      return !isLast(rows, nextRows)
    })
  }

  private async checkNext(): Promise<number> {
    const { db, jobs, days } = this.deps
    const state = await this.progress.read()
    if (state.after === '') state.bytesPerRun = bytesPerRun(await totalBytes(db), days)
    let [blobs, left] = [0, state.bytesPerRun]
    await jobs.inBatches(async () => {
      const nextRows = await readBlobRows(db, state.after, { limit: batchRows })
      const rows = firstOf(nextRows, Math.min(maxBatchBytes, left))
      await this.check(
        rows.filter(({ content_fault }) => content_fault === null),
        { deep: true },
      )
      blobs += rows.length
      left -= rows.reduce((sum, { size }) => sum + size, 0)
      const isEnd = isLast(rows, nextRows)
      state.after = isEnd ? '' : (rows.at(-1)?.key ?? '')
      await this.progress.write(state)
      return !isEnd && left > 0
    })
    return blobs
  }

  private check(rows: readonly BlobRow[], options: { deep: boolean }): Promise<void> {
    return forEachConcurrently(rows, async (row) => {
      await this.deps.content.check(row, options)
    })
  }
}

/** The first rows with at most `maxBytes` bytes of content; one row at least. */
const firstOf = (rows: readonly BlobRow[], maxBytes: number): BlobRow[] => {
  let bytes = 0
  return rows.filter(({ size }, at) => {
    bytes += size
    return at === 0 || bytes <= maxBytes
  })
}

/** Whether the table has no rows behind `rows`, the part of `nextRows` that was read. */
const isLast = (rows: readonly BlobRow[], nextRows: readonly BlobRow[]): boolean =>
  rows.length === nextRows.length && nextRows.length < batchRows

const totalBytes = async (db: Db): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>('select coalesce(sum(size), 0)::bigint as bytes from blobs')
  return Number(row?.bytes ?? 0)
}
