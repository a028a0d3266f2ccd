import t from 'tap'
import { maxObjectBytes, partAt, partsOf } from './s3-parts.ts'
import { parseS3Url } from './s3-url.ts'

t.test('BLOB_URL: endpoint, bucket and options are read, and encoded characters decoded', async (t) => {
  t.same(parseS3Url('s3://KEY:a%2Fb%2B%40@store.example.org:8443/my-files?region=eu-west-1&pathStyle=1'), {
    endpoint: 'https://store.example.org:8443',
    bucket: 'my-files',
    region: 'eu-west-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'a/b+@',
    pathStyle: true,
  })
  t.match(parseS3Url('s3://k:s@127.0.0.1:7480/bucket?tls=0'), {
    endpoint: 'http://127.0.0.1:7480',
    region: 'us-east-1',
    pathStyle: false,
  })
})

t.test('BLOB_URL: anything else is rejected', async (t) => {
  for (const value of [
    'local',
    's3://store/bucket',
    's3://key@store/bucket',
    's3://key:secret@store',
    's3://key:secret@store/UPPER',
    's3://key:secret@store/a/b',
    's3://key:secret@store/bucket?tls=yes',
    's3://key:secret@store/bucket?unknown=1',
    's3://key:%E0%A4@store/bucket',
    's3://key:secret@store/bucket#x',
  ])
    t.equal(parseS3Url(value), null, value)
})

t.test('parts: follow each other, cover the file, and stay within the limits of S3', async (t) => {
  for (const size of [1, (8 << 20) + 1, 1_000 * (8 << 20) + 1, 100 * 2 ** 30, maxObjectBytes]) {
    const parts = partsOf(size)
    t.equal(parts.at(-1)?.end, size)
    t.ok(parts.length <= 10_000)
    t.ok(
      parts.every(({ start, number }, at) => number === at + 1 && start === (at === 0 ? 0 : parts[at - 1]?.end)),
      `${size} bytes without a gap`,
    )
    t.ok(parts.slice(0, -1).every(({ start, end }) => end - start >= 5 << 20 && end - start <= 64 << 20))
  }
  t.equal(partAt(1_001).end - partAt(1_001).start, 16 << 20)
})
