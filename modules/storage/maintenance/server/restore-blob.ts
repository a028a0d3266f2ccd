import { BackupError, type BackupStore, BlobError, type BlobStore } from '../../../platform/index.ts'
import type { BlobLine } from './backup-manifest.ts'

/** Throws `BackupError` where uploads would have no room either: the database ends when its disk is full. */
const ensureRoom = async (blobs: BlobStore, bytes: number): Promise<void> => {
  try {
    await blobs.ensureRoom(bytes)
  } catch (error) {
    if (!(error instanceof BlobError && error.reason === 'full')) throw error
    throw new BackupError('no room for the files on the disk of DATA_DIR: free space there, then restore again', {
      cause: error,
    })
  }
}

/** Copies a blob from a backup to a blob store. */
export const restoreBlob = async (store: BackupStore, blobs: BlobStore, { key, size }: BlobLine): Promise<void> => {
  // Left by a restore that was interrupted.
  await blobs.discard(key)
  await ensureRoom(blobs, size)
  const staged = await blobs.stage(key)
  try {
    let at = 0
    for await (const piece of store.readBlob(key)) {
      await staged.write([piece], at)
      at += piece.length
    }
    await staged.sync(true)
  } finally {
    await staged.close()
  }
  await blobs.commit(key)
}
