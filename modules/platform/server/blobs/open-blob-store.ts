import { LocalBlobStore } from './local-blob-store.ts'
import { MovingBlobStore } from './moving-blob-store.ts'
import { parseS3Url } from './s3/s3-url.ts'
import type { BlobStore } from './store.ts'

/** Value of `BLOB_URL` that stands for the local store. */
export const localBlobs = 'local'

export const isBlobUrl = (value: string): boolean => value === localBlobs || parseS3Url(value) !== null

/** The blob store at `url` (`isBlobUrl`). Loads the library of object stores only for an object store. */
export const openBlobStore = async (dataDir: string, url: string): Promise<BlobStore> => {
  const location = parseS3Url(url)
  if (!location) return new LocalBlobStore(dataDir)
  const { S3BlobStore } = await import('./s3/s3-blob-store.ts')
  return new S3BlobStore(dataDir, location)
}

/** The configured store; during `blobs move`, the pair of the configured and the previous store. */
export const openConfiguredStore = async (config: {
  dataDir: string
  blobUrl: string
  blobUrlPrevious: string | null
}): Promise<BlobStore> => {
  const current = await openBlobStore(config.dataDir, config.blobUrl)
  if (!config.blobUrlPrevious) return current
  return new MovingBlobStore(current, await openBlobStore(config.dataDir, config.blobUrlPrevious))
}
