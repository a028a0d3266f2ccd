import { type Db, forEachConcurrently, type Jobs, type Logger } from '../../../platform/index.ts'
import { alertAdmins } from './alert-admins.ts'
import { type BlobRow, blobColumns, type ContentCheck, readBlobRows } from './content-check.ts'
import { type Finding, isContentFinding } from './findings.ts'
import { bytesPerRun, Progress } from './progress.ts'

interface ContentSlicesDeps {
  db: Db
  jobs: Jobs
  log: Logger
  content: ContentCheck
  /** Days in which all content is read. */
  days: number
}

interface State {
  /** Key of the last blob that was read; '' between two passes. */
  after: string
  bytesPerRun: number
  damaged: Finding[]
}

const batchRows = 50
const maxBatchBytes = 64 << 20
/** Those that are named and checked again. */
const maxDamaged = 1_000

/**
 * Reads all content again and again, a part at a time, with rests that leave the disk to requests. What it finds, or what
 * `fsck` found, stays known until it was read again without a difference, or deleted.
 */
export class ContentSlices {
  private readonly deps: ContentSlicesDeps
  private readonly progress: Progress<State>
  constructor(deps: ContentSlicesDeps) {
    this.deps = deps
    this.progress = new Progress(deps.db, 'content', { after: '', bytesPerRun: 0, damaged: [] })
  }

  /** Blobs that are missing or damaged. */
  async damaged(): Promise<Finding[]> {
    return (await this.progress.read()).damaged
  }

  /** Takes over what a complete check found; only a deep one has compared the hashes. */
  async record(findings: readonly Finding[], deep: boolean): Promise<void> {
    const state = await this.progress.read()
    const kept = deep ? [] : state.damaged.filter(({ kind }) => kind === 'sha-mismatch')
    state.damaged = [...kept, ...findings.filter(isContentFinding)].slice(0, maxDamaged)
    await this.progress.write(state)
  }

  /** Reads the next part. Rejects when the process stops; what was read until then is not read again. */
  async run(): Promise<{ blobs: number; damaged: number }> {
    const { db, jobs, days } = this.deps
    const state = await this.progress.read()
    const known = new Set(state.damaged.map(({ id }) => id))
    state.damaged = await this.findDamaged(await rowsOf(db, [...known]))
    if (state.after === '') state.bytesPerRun = bytesPerRun(await totalBytes(db), days)
    let [blobs, left] = [0, state.bytesPerRun]
    await jobs.inBatches(async () => {
      const found = await readBlobRows(db, state.after, batchRows)
      const rows = firstOf(found, Math.min(maxBatchBytes, left))
      const fresh = (await this.findDamaged(rows)).filter(({ id }) => !state.damaged.some((one) => one.id === id))
      state.damaged = [...state.damaged, ...fresh].slice(0, maxDamaged)
      blobs += rows.length
      left -= rows.reduce((sum, { size }) => sum + size, 0)
      const isEnd = rows.length === found.length && found.length < batchRows
      state.after = isEnd ? '' : (rows.at(-1)?.key ?? '')
      await this.progress.write(state)
      return !isEnd && left > 0
    })
    await this.report(state.damaged.filter(({ id }) => !known.has(id)))
    return { blobs, damaged: state.damaged.length }
  }

  private async findDamaged(rows: readonly BlobRow[]): Promise<Finding[]> {
    const damaged: Finding[] = []
    await forEachConcurrently(rows, async (row) => {
      const finding = await this.deps.content.check(row, true)
      if (finding) damaged.push(finding)
    })
    return damaged
  }

  private async report(findings: readonly Finding[]): Promise<void> {
    if (findings.length === 0) return
    this.deps.log.error({ findings }, 'stored content is damaged')
    await alertAdmins(this.deps, 'storage.content.damaged', { count: findings.length })
  }
}

/** The first rows with so many bytes; one at least. */
const firstOf = (rows: readonly BlobRow[], maxBytes: number): BlobRow[] => {
  let bytes = 0
  return rows.filter(({ size }, at) => {
    bytes += size
    return at === 0 || bytes <= maxBytes
  })
}

const rowsOf = (db: Db, keys: readonly string[]): Promise<BlobRow[]> =>
  db.query(`select ${blobColumns} from blobs where key = any($1::text[])`, [keys])

const totalBytes = async (db: Db): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>('select coalesce(sum(size), 0)::bigint as bytes from blobs')
  return Number(row?.bytes ?? 0)
}
