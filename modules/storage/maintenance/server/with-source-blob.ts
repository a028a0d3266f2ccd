import { BlobError, type BlobStore, isUnreadable, type OpenBlob } from '../../../platform/index.ts'

/**
 * Thrown when a blob to be copied is missing, or its disk cannot read it. Failures of the target are never of this class.
 */
export class SourceBlobError extends Error {}

const fail = (error: unknown): never => {
  if (isUnreadable(error) || (error instanceof BlobError && error.reason === 'missing'))
    throw new SourceBlobError('the source is missing or damaged', { cause: error })
  throw error
}

/** Opens a blob to copy it. Throws `SourceBlobError`, also while it is read: such a blob must not end the copies of others. */
export const openSourceBlob = async (blobs: BlobStore, key: string): Promise<OpenBlob> => {
  const blob = await blobs.open(key).catch(fail)
  return {
    size: blob.size,
    read: (into, position) => blob.read(into, position).catch(fail),
    release: () => blob.release(),
  }
}
