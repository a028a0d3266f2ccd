import { createHash } from 'node:crypto'
import { type BlobContent, type BlobStore, type Db, forEachConcurrently } from '../../../platform/index.ts'
import { hasSameBlobContent } from './has-same-blob-content.ts'
import { stageBlob } from './stage-blob.ts'
import { withSourceBlob } from './with-source-blob.ts'

export interface CopyBlobsReport {
  /** Blobs of the database, of which `present` were in the target before. */
  blobs: number
  present: number
  copied: number
  bytes: number
  /** Keys of blobs that are missing or damaged in the source. */
  failed: string[]
}

interface BlobRow {
  id: string
  key: string
  size: number
  sha256: Buffer
}

const batchSize = 500
const readBytes = 1 << 20
/** Blobs up to this size are stored in one call. */
const maxSmallBytes = 1 << 20

/**
 * Copies all blobs that the target does not have yet, so that it can be interrupted and repeated. The SHA-256 of each copy
 * is compared with its row before it is committed. `verifyPresent`: also compares the blobs that the target has: an earlier
 * use of it may have left them, and they may have been damaged since. Rejects when a store fails otherwise.
 */
export const copyBlobs = async (
  db: Db,
  {
    source,
    target,
    verifyPresent,
    onProgress,
  }: {
    source: BlobStore
    target: BlobStore
    verifyPresent: boolean
    onProgress?: (report: CopyBlobsReport) => void
  },
): Promise<CopyBlobsReport> => {
  const report: CopyBlobsReport = { blobs: 0, present: 0, copied: 0, bytes: 0, failed: [] }
  const isPresent = async ({ key, size, sha256 }: BlobRow): Promise<boolean> =>
    verifyPresent
      ? hasSameBlobContent(target, key, size, sha256.toString('hex'))
      : (await target.stat(key))?.size === size
  for (let after = ''; ; ) {
    const rows = await db.query<BlobRow>(
      `select id, key, size, sha256 from blobs where key > $1 order by key limit ${batchSize}`,
      [after],
    )
    await forEachConcurrently(rows, async (row) => {
      if (await isPresent(row)) {
        report.blobs += 1
        report.present += 1
      } else await copyOne(db, source, target, row, report)
    })
    onProgress?.(report)
    after = rows.at(-1)?.key ?? after
    if (rows.length < batchSize) return report
  }
}

const copyOne = async (db: Db, source: BlobStore, target: BlobStore, row: BlobRow, report: CopyBlobsReport) => {
  report.blobs += 1
  if (await copyVerified(source, target, row)) {
    report.copied += 1
    report.bytes += row.size
    return
  }
  // The blob may have been deleted meanwhile.
  const [exists] = await db.query('select 1 from blobs where id = $1', [row.id])
  if (exists) report.failed.push(row.key)
}

/** Copies a blob. False when it is missing or unreadable in the source, or differs from its row. */
const copyVerified = (source: BlobStore, target: BlobStore, row: BlobRow): Promise<boolean> =>
  withSourceBlob(
    source,
    row.key,
    async (blob) =>
      blob.size === row.size && (await (row.size <= maxSmallBytes ? copySmall : copyLarge)(blob, target, row)),
  )

type Copy = (blob: BlobContent, target: BlobStore, row: BlobRow) => Promise<boolean>

const copySmall: Copy = async (blob, target, { key, size, sha256 }) => {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let offset = 0; offset < size; ) {
    const read = await blob.read(bytes.subarray(offset), offset)
    if (read === 0) return false
    offset += read
  }
  if (!createHash('sha256').update(bytes).digest().equals(sha256)) return false
  await target.ensureRoom(size, { staged: false })
  await target.put(key, bytes)
  return true
}

const copyLarge: Copy = async (blob, target, { key, size, sha256 }) => {
  const hash = createHash('sha256')
  const content = async function* () {
    const piece = Buffer.allocUnsafeSlow(readBytes)
    for (let offset = 0; offset < size; ) {
      const read = await blob.read(piece, offset)
      if (read === 0) return
      hash.update(piece.subarray(0, read))
      yield piece.subarray(0, read)
      offset += read
    }
  }
  await stageBlob(target, { key, size }, content)
  if (!hash.digest().equals(sha256)) {
    await target.discard(key)
    return false
  }
  await target.commit(key)
  return true
}
