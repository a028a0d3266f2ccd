import t from 'tap'
import { parseBackupUrl } from './backup-url.ts'

t.test('the URL of an object store for backups: bucket, folder and parameters', async (t) => {
  const parts = (url: string) => {
    const { location, prefix } = parseBackupUrl(url) ?? {}
    return location && [location.endpoint, location.bucket, location.region, prefix]
  }
  t.same(parts('s3://k:s@host/bucket'), ['https://host', 'bucket', 'us-east-1', ''])
  t.same(parts('s3://k:s@host:1/bucket/a/b/?region=x&tls=0'), ['http://host:1', 'bucket', 'x', 'a/b/'])
  for (const url of [
    's3://host/bucket',
    's3://k:s@host',
    's3://k:s@host/b1b/..',
    's3://k:s@host/b1b//a',
    '/mnt/backup',
  ])
    t.equal(parseBackupUrl(url), null, url)
})
