import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { probeBucket, probeFolder } from './s3-probe.ts'
import { parseS3Url, type S3Location } from './s3-url.ts'

const call = {
  begin: /^POST .*[?&]uploads/,
  abort: /^DELETE .*uploadId=/,
  listUploads: /^GET .*[?&]uploads/,
  list: /^GET .*list-type=2/,
  put: /^PUT /,
  get: /^GET .*\/probe\//,
  delete: /^DELETE .*\/probe\//,
}

/** A bucket that answers each call but those of `rejects`, which get an error with this code. */
const bucketThat = async (t: Test, rejects: RegExp | null = null, code = 'AccessDenied'): Promise<S3Location> => {
  const objects = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const [line, body, path] = [`${method} ${url}`, await text(request), url.split('?')[0] ?? '']
    const fail = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    if (rejects?.test(line)) return fail(403, code)
    if (call.begin.test(line))
      return response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>')
    if (call.listUploads.test(line)) return response.end('<ListMultipartUploadsResult/>')
    if (call.list.test(line)) return response.end('<ListBucketResult/>')
    if (method === 'PUT') objects.set(path, body)
    if (method === 'GET') return objects.has(path) ? response.end(objects.get(path)) : fail(404, 'NoSuchKey')
    response.writeHead(method === 'DELETE' ? 204 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return parseS3Url(`s3://k:s@127.0.0.1:${port}/bucket?pathStyle=1&tls=0`) as S3Location
}

t.test('the test of a bucket names a right that the key lacks, each of those of the documentation', async (t) => {
  t.equal(await probeBucket(await bucketThat(t), 'id'), null)
  for (const [name, line] of Object.entries(call))
    t.equal(await probeBucket(await bucketThat(t, line), 'id'), 'rights', name)
})

t.test('a target of backups needs no list of unfinished uploads', async (t) => {
  t.equal(await probeFolder(await bucketThat(t, call.listUploads), 'backups/'), null)
  for (const line of [call.begin, call.abort, call.list])
    t.equal(await probeFolder(await bucketThat(t, line), 'backups/'), 'rights')
})
