import { BackupError, type BackupStore, BlobError, type BlobStore } from '../../../platform/index.ts'
import type { BlobLine } from './backup-manifest.ts'
import { stageBlob } from './stage-blob.ts'

/** Copies a blob from a backup to a blob store. Throws `BackupError` where uploads would have no room either. */
export const restoreBlob = async (store: BackupStore, blobs: BlobStore, line: BlobLine): Promise<void> => {
  try {
    await stageBlob(blobs, line, () => store.readBlob(line.key))
    await blobs.commit(line.key)
  } catch (error) {
    if (!(error instanceof BlobError && error.reason === 'full')) throw error
    throw new BackupError(`${error.message}, then restore again`, { cause: error })
  }
}
