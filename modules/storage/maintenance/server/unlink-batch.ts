import { type BlobStore, type Db, forEachConcurrently, lockIsFree } from '../../../platform/index.ts'
import { backupLock } from './backup-manifest.ts'

const batchSize = 500
/** Files unlinked at a time: an object store takes some ten milliseconds for each. */
const concurrency = 8

interface DeletedBlob {
  key: string
  used: boolean
}

/**
 * The next deleted blobs, none during a backup: its lock is tried after the statement's snapshot was taken, so that a backup
 * which begins later does not contain these blobs.
 */
const nextSql = `select d.key, exists (select 1 from blobs b where b.key = d.key) as used from blob_deletions d
  where (select ${lockIsFree(`'${backupLock}'`)}) limit ${batchSize}`

/** Files that were made from the content of a blob, such as thumbnails. */
export interface BlobDerivatives {
  remove(key: string): Promise<void>
}

/** Unlinks the files of some deleted blobs, with their derivatives, until `isOver`; none during a backup. */
export const unlinkBatch = async (
  { db, blobs }: { db: Db; blobs: BlobStore },
  derivatives: readonly BlobDerivatives[],
  isOver: () => boolean,
): Promise<{ unlinked: number; isLast: boolean }> => {
  const rows = await db.query<DeletedBlob>(nextSql)
  const handled: string[] = []
  let unlinked = 0
  const unlink = async ({ key, used }: DeletedBlob) => {
    if (isOver()) return
    if (!used) {
      await blobs.unlink(key)
      await Promise.all(derivatives.map((each) => each.remove(key)))
      unlinked += 1
    }
    handled.push(key)
  }
  try {
    await forEachConcurrently(rows, unlink, concurrency)
  } finally {
    // Deletes the entries of removed blobs also when another blob could not be removed.
    if (handled.length > 0) await db.query('delete from blob_deletions where key = any($1::text[])', [handled])
  }
  return { unlinked, isLast: rows.length < batchSize && handled.length === rows.length }
}
