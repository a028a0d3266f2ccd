import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const parameters = '?region=us-east-1&pathStyle=1&tls=0'

/** Creates a bucket in the object store at `url` (`ObjectStore.url`); returns its BLOB_URL. */
export const newBucket = async (url: string): Promise<string> => {
  const { username, password, host } = new URL(url.replace(/^s3:/, 'https:'))
  const client = new S3Client({
    endpoint: `http://${host}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  })
  const bucket = `coffer-${randomUUID()}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return `${url}/${bucket}${parameters}`
}

const byFolder = new Map<string, Promise<string>>()

/**
 * BLOB_URL of the servers under test on this DATA_DIR: a bucket for each folder where TEST_S3_URL names an object store
 * (`npm run test:s3`), else nothing.
 */
export const blobEnv = async (dataDir: string): Promise<Record<string, string>> => {
  const url = process.env.TEST_S3_URL
  if (!url) return {}
  const made = byFolder.get(dataDir) ?? newBucket(url)
  byFolder.set(dataDir, made)
  return { BLOB_URL: await made }
}
