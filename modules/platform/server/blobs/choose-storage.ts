import { type BucketProblem, type StorageChoice, s3ProviderOf, storageDrivers } from '../../contract/s3-providers.ts'
import { isBlobUrl, localBlobs, openBlobStore } from './open-blob-store.ts'
import { parseS3Url } from './s3/s3-url.ts'

export type StorageField = Exclude<keyof StorageChoice, 'driver'>

const required = ['key', 'secret', 'region', 'bucket'] as const

const originOf = (endpoint: string): URL | null => {
  const url = URL.parse(endpoint)
  return url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username ? url : null
}

/** The `BLOB_URL` of a choice that was entered in a form, or its missing and invalid fields. */
export const blobUrlOf = (choice: StorageChoice): { url: string } | { invalid: StorageField[] } => {
  if (choice.driver === 'local') return { url: localBlobs }
  const [key = '', secret = '', region = '', bucket = ''] = required.map((field) => choice[field]?.trim())
  const provider = s3ProviderOf(choice.driver)
  const missing: StorageField[] = required.filter((field) => !choice[field]?.trim())
  if (provider && region && !provider.regions.includes(region)) missing.push('region')
  const endpoint = originOf(provider ? provider.endpoint(region) : (choice.endpoint?.trim() ?? ''))
  if (!(endpoint || provider)) missing.push('endpoint')
  if (missing.length > 0 || !endpoint) return { invalid: missing }
  const parameters = new URLSearchParams({ region })
  // A certificate for *.host does not hold for a bucket with dots.
  if (!provider || bucket.includes('.')) parameters.set('pathStyle', '1')
  if (endpoint.protocol === 'http:') parameters.set('tls', '0')
  const signIn = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`
  const url = `s3://${signIn}@${endpoint.host}/${bucket}?${parameters}`
  return isBlobUrl(url) ? { url } : { invalid: ['bucket'] }
}

/** The choice that leads to a `BLOB_URL`, without its secret. */
export const storageChoiceOf = (url: string): StorageChoice => {
  const location = parseS3Url(url)
  if (!location) return { driver: 'local' }
  const { endpoint, region, bucket, accessKeyId: key } = location
  const isAt = (driver: StorageChoice['driver']) => s3ProviderOf(driver)?.endpoint(region) === endpoint
  const driver = storageDrivers.find(isAt)
  return driver ? { driver, key, region, bucket } : { driver: 'other', key, region, bucket, endpoint }
}

/** Names the store of a `BLOB_URL` without its secrets. */
export const blobStoreName = (url: string): string => {
  const location = parseS3Url(url)
  return location ? `${location.endpoint}/${location.bucket}` : localBlobs
}

/** Whether two URLs name the same bucket, or both the local store: then they differ in how it is reached at most. */
export const isSameStore = (one: string, other: string): boolean => blobStoreName(one) === blobStoreName(other)

/** Writes, reads and removes an object in the bucket of a `BLOB_URL`. Null when all of it works and no other installation uses it. */
export const checkBucket = async (url: string, installationId: string): Promise<BucketProblem | null> => {
  const location = parseS3Url(url)
  if (!location) return null
  const { probeBucket } = await import('./s3/s3-probe.ts')
  return probeBucket(location, installationId)
}

/** True when the store at `url` holds no file. */
export const isStoreEmpty = async (dataDir: string, url: string): Promise<boolean> => {
  const store = await openBlobStore(dataDir, url)
  try {
    for await (const _blob of store.blobs()) return false
    return true
  } finally {
    store.close()
  }
}
