import { createHash } from 'node:crypto'
import { BlobError, type BlobStore, type Db } from '../../../platform/index.ts'
import { type Finding, isWrongContent } from './findings.ts'

export interface BlobRow {
  id: string
  key: string
  size: number
  sha256: Buffer
  is_damaged: boolean
}

/** Columns of `BlobRow`. */
export const blobColumns = 'id, key, size, sha256, damaged_at is not null as is_damaged'

const batchSize = 500
const readBufferBytes = 1 << 20

/** The next blobs by their keys; fewer than `limit` at the end. */
export const readBlobRows = (db: Db, after: string, limit = batchSize): Promise<BlobRow[]> =>
  db.query<BlobRow>(`select ${blobColumns} from blobs where key > $1 order by key limit $2`, [after, limit])

/** All blobs by their keys. */
export async function* eachBlob(db: Db): AsyncIterable<BlobRow> {
  for (let after = ''; ; ) {
    const rows = await readBlobRows(db, after)
    yield* rows
    after = rows.at(-1)?.key ?? ''
    if (rows.length < batchSize) return
  }
}

/** Compares stored content with its rows, and marks rows of damaged content. Rejects when `signal` is aborted. */
export class ContentCheck {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly signal: AbortSignal
  constructor(db: Db, blobs: BlobStore, signal: AbortSignal) {
    this.db = db
    this.blobs = blobs
    this.signal = signal
  }

  /** What is wrong with a blob: existence and size, and with `deep` its SHA-256. */
  async check(row: BlobRow, deep: boolean): Promise<Finding | null> {
    this.signal.throwIfAborted()
    const finding = await this.compare(row, deep)
    if (finding && !(await this.stillExists(row))) return null
    await this.mark(row, finding, deep)
    return finding
  }

  /** Downloads of marked content fail. Content that could not be read now, or was not, keeps its mark. */
  private async mark({ id, is_damaged }: BlobRow, finding: Finding | null, deep: boolean): Promise<void> {
    const isDamaged = finding ? is_damaged || isWrongContent(finding) : is_damaged && !deep
    if (isDamaged !== is_damaged)
      await this.db.query('update blobs set damaged_at = case when $2 then now() end where id = $1', [id, isDamaged])
  }

  private async compare(row: BlobRow, deep: boolean): Promise<Finding | null> {
    const found = await this.blobs.stat(row.key)
    if (!found) return { kind: 'missing-blob', id: row.key }
    if (found.size !== row.size)
      return { kind: 'size-mismatch', id: row.key, detail: `${found.size} instead of ${row.size}` }
    if (!deep) return null
    try {
      return (await this.sha256Of(row)).equals(row.sha256) ? null : { kind: 'sha-mismatch', id: row.key }
    } catch (error) {
      this.signal.throwIfAborted()
      if (error instanceof BlobError && error.reason === 'missing') return { kind: 'missing-blob', id: row.key }
      return { kind: 'sha-mismatch', id: row.key, detail: (error as Error).message }
    }
  }

  private async sha256Of(row: BlobRow): Promise<Buffer> {
    const hash = createHash('sha256')
    const blob = await this.blobs.open(row.key)
    const piece = Buffer.allocUnsafe(Math.min(readBufferBytes, row.size))
    try {
      for (let at = 0; at < row.size; ) {
        this.signal.throwIfAborted()
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
}
