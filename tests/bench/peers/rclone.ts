import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Variables of the machine's own certificates, which make its S3 client fail for plain HTTP too. */
const certificates = ['AWS_CA_BUNDLE', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

interface Rclone {
  /** Stores a local file as an object. */
  upload(file: string, key: string): Promise<unknown>
  /** Reads an object and discards it, in one stream. */
  read(key: string): Promise<unknown>
  /** Stores an object as a local file, in several streams. */
  download(key: string, file: string): Promise<unknown>
  remove(key: string): Promise<unknown>
}

/** rclone with its defaults on the bucket of a BLOB_URL; null where it is not installed. */
export const startRclone = (blobUrl: string): Rclone | null => {
  try {
    execFileSync('rclone', ['version'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const { username, password, host, pathname, searchParams } = new URL(blobUrl.replace(/^s3:/, 'https:'))
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !certificates.includes(name))),
    RCLONE_CONFIG: '',
    RCLONE_CONFIG_STORE_TYPE: 's3',
    RCLONE_CONFIG_STORE_PROVIDER: 'Ceph',
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: decodeURIComponent(username),
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: decodeURIComponent(password),
    RCLONE_CONFIG_STORE_ENDPOINT: `http://${host}`,
    RCLONE_CONFIG_STORE_REGION: searchParams.get('region') ?? '',
    RCLONE_S3_NO_CHECK_BUCKET: 'true',
  }
  const at = (key: string) => `store:${pathname.slice(1)}/${key}`
  const call = (...args: string[]) => run('rclone', args, { env })
  return {
    upload: (file, key) => call('copyto', '--ignore-times', file, at(key)),
    read: (key) => run('sh', ['-c', 'exec rclone cat "$0" > /dev/null', at(key)], { env }),
    download: (key, file) => call('copyto', '--ignore-times', at(key), file),
    remove: (key) => call('deletefile', at(key)),
  }
}
