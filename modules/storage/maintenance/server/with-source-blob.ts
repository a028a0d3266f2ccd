import { type BlobContent, BlobError, type BlobStore, isUnreadable } from '../../../platform/index.ts'

/**
 * Thrown when a blob to be copied is missing, or its disk cannot read it. Failures of the target are never of this class.
 */
class SourceBlobError extends Error {}

const fail = (error: unknown): never => {
  if (isUnreadable(error) || (error instanceof BlobError && error.reason === 'missing'))
    throw new SourceBlobError('the source is missing or damaged', { cause: error })
  throw error
}

/**
 * Opens a blob to copy or compare it, and releases it. Resolves with the result of `use`; with false when the blob is missing
 * or cannot be read, also while `use` reads it: such a blob must not end the copies of others.
 */
export const withSourceBlob = async (
  blobs: BlobStore,
  key: string,
  use: (blob: BlobContent) => Promise<boolean>,
): Promise<boolean> => {
  try {
    const blob = await blobs.open(key).catch(fail)
    try {
      return await use({ size: blob.size, read: (into, position) => blob.read(into, position).catch(fail) })
    } finally {
      blob.release()
    }
  } catch (error) {
    if (error instanceof SourceBlobError) return false
    throw error
  }
}
