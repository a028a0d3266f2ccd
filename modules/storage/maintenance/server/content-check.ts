import { createHash } from 'node:crypto'
import { BlobError, type BlobStore, type Db } from '../../../platform/index.ts'
import { clearFault, recordFault } from './content-faults.ts'
import type { ContentFault, ContentFinding } from './findings.ts'

export interface BlobRow {
  id: string
  key: string
  size: number
  sha256: Buffer
  content_fault: ContentFault | null
  is_damaged: boolean
}

/** Columns of `BlobRow`. */
const blobColumns = 'id, key, size, sha256, content_fault, damaged_at is not null as is_damaged'

const batchSize = 500
const readBufferBytes = 1 << 20

/** The next blobs by their keys, or the next blobs with a fault; fewer than `limit` at the end. */
export const readBlobRows = (
  db: Db,
  after: string,
  { limit = batchSize, isFaulty = false } = {},
): Promise<BlobRow[]> => {
  const faulty = isFaulty ? 'and content_fault is not null' : ''
  return db.query<BlobRow>(`select ${blobColumns} from blobs where key > $1 ${faulty} order by key limit $2`, [
    after,
    limit,
  ])
}

/** A blob by its id; null when it was deleted. */
export const findBlobRow = async (db: Db, id: string): Promise<BlobRow | null> => {
  const [row] = await db.query<BlobRow>(`select ${blobColumns} from blobs where id = $1`, [id])
  return row ?? null
}

/** All blobs by their keys. */
export async function* allBlobRows(db: Db): AsyncIterable<BlobRow> {
  for (let after = ''; ; ) {
    const rows = await readBlobRows(db, after)
    yield* rows
    after = rows.at(-1)?.key ?? ''
    if (rows.length < batchSize) return
  }
}

/**
 * Whether the content must be read to find out that it is intact again, because its bytes were wrong or could not be read.
 * Content that was missing is intact again when it exists; the pass over all content reads it.
 */
const needsReading = ({ content_fault, is_damaged }: BlobRow): boolean => is_damaged || content_fault === 'sha-mismatch'

/** Compares stored content with its rows, and records faults in them. Rejects when `signal` is aborted. */
export class ContentCheck {
  private readonly db: Db
  private readonly blobs: BlobStore
  private readonly signal: AbortSignal
  constructor(db: Db, blobs: BlobStore, signal: AbortSignal) {
    this.db = db
    this.blobs = blobs
    this.signal = signal
  }

  /**
   * Checks that a blob exists in its size, and with `deep`, or where its bytes were wrong before, its SHA-256. Null: intact.
   */
  async check(row: BlobRow, { deep }: { deep: boolean }): Promise<ContentFinding | null> {
    this.signal.throwIfAborted()
    const finding = await this.compare(row, deep || needsReading(row))
    if (finding && !(await this.stillExists(row))) return null
    if (finding) await recordFault(this.db, row.id, finding)
    else if (row.content_fault) await clearFault(this.db, row.id)
    return finding
  }

  private async compare(row: BlobRow, deep: boolean): Promise<ContentFinding | null> {
    const stats = await this.blobs.stat(row.key)
    if (!stats) return { kind: 'missing-blob', id: row.key }
    if (stats.size !== row.size)
      return { kind: 'size-mismatch', id: row.key, detail: `${stats.size} instead of ${row.size}` }
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
      for (let offset = 0; offset < row.size; ) {
        this.signal.throwIfAborted()
        const bytes = await blob.read(piece, offset)
        if (bytes === 0) break
        hash.update(piece.subarray(0, bytes))
        offset += bytes
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
