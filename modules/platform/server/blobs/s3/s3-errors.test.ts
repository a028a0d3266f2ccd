import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { dayMs, hourMs } from '../../../../shared/contract.ts'
import { S3BlobStore } from './s3-blob-store.ts'
import { parseS3Url, type S3Location } from './s3-url.ts'

const errorOf = (code: string) => `<Error><Code>${code}</Code><Message>Rejected.</Message></Error>`

/** A blob store in an object store that answers by `listener` once a request was received. */
const storeAnswering = async (t: Test, listener: RequestListener) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => listener(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const location = parseS3Url(`s3://k:s@127.0.0.1:${port}/bucket?pathStyle=1&tls=0`) as S3Location
  const store = new S3BlobStore(testFolder(t), location)
  t.teardown(() => {
    store.close()
    server.closeAllConnections()
    server.close()
  })
  return store
}

t.test('S3: a store that rejects deletions because there are too many goes on to serve requests', async (t) => {
  const calls: string[] = []
  const store = await storeAnswering(t, (request, response) => {
    calls.push(`${request.method} ${request.url?.split('/')[2]}`)
    if (request.method === 'DELETE') response.writeHead(503).end(errorOf('SlowDown'))
    else response.writeHead(200).end()
  })
  await t.rejects(store.unlink(store.newKey()), { reason: 'unhealthy' } as unknown as Error)
  calls.length = 0
  await store.put(store.newKey(), Buffer.from('content'))
  t.same(calls, ['PUT blobs'], 'no probe before it')
})

const full: [code: string, status: number, message: string][] = [
  ['QuotaExceeded', 403, 'no room in the bucket bucket: free space there or raise its quota'],
  ['InsufficientStorage', 507, 'no room in the bucket bucket: free space there or raise its quota'],
  ['EntityTooLarge', 400, 'a file is too large for an object of the bucket bucket: use another store'],
]
for (const [code, status, message] of full)
  t.test(`S3: the error of ${code} names the bucket, not the disk`, async (t) => {
    const store = await storeAnswering(t, (_request, response) => response.writeHead(status).end(errorOf(code)))
    await t.rejects(store.put(store.newKey(), Buffer.from('content')), { reason: 'full', message } as unknown as Error)
  })

t.test(
  'S3: a clock that is a day behind that of the store is noticed, and calls and URLs are signed with its time',
  async (t) => {
    const storeTime = () => new Date(Date.now() + dayMs)
    /** Such as 20261130T120000Z. */
    const hoursAhead = (signed: string) =>
      Math.round((Date.parse(signed.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5')) - Date.now()) / hourMs)
    const store = await storeAnswering(t, (request, response) => {
      response.setHeader('date', storeTime().toUTCString())
      if (hoursAhead(String(request.headers['x-amz-date'])) === 24) response.writeHead(200).end()
      else response.writeHead(403).end(errorOf('RequestTimeTooSkewed'))
    })
    t.equal(store.clockOffsetMs(), 0)
    await store.put(store.newKey(), Buffer.from('content'))
    t.equal(Math.round(store.clockOffsetMs() / hourMs), 24)
    const download = { disposition: 'attachment', contentType: 'text/plain', ttlSeconds: 60 }
    const url = new URL(await store.directUrl(store.newKey(), download))
    t.equal(hoursAhead(url.searchParams.get('X-Amz-Date') ?? ''), 24)
  },
)
