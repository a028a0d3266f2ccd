import { BlobError, type BlobStore, type LocalFile } from '../../../platform/index.ts'

/** A blob as a file for the picture process; null when it is missing. */
export const localFileOf = (blobs: BlobStore, key: string): Promise<LocalFile | null> =>
  blobs.localFile(key).catch((error: unknown) => {
    if (error instanceof BlobError && error.reason === 'missing') return null
    throw error
  })
