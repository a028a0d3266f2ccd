import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { openBlobStore } from '../../modules/platform/index.ts'

/** The fields that forms have for the bucket of a BLOB_URL. */
export const storeFields = (bucketUrl: string) => {
  const url = new URL(bucketUrl)
  return {
    endpoint: `http://${url.host}`,
    region: url.searchParams.get('region') as string,
    bucket: url.pathname.slice(1),
    key: url.username,
    secret: decodeURIComponent(url.password),
  }
}

/** BLOB_URL in `DATA_DIR/.env`. */
export const chosenStore = ({ dataDir }: { dataDir: string }): string | undefined =>
  parseEnv(readFileSync(join(dataDir, '.env'), 'utf8')).BLOB_URL

/** Number of blobs in a bucket. `dataDir`: any folder. */
export const countBlobs = async (dataDir: string, url: string): Promise<number> => {
  const store = await openBlobStore(dataDir, url)
  let count = 0
  for await (const _blob of store.blobs()) count += 1
  store.close()
  return count
}
