import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { S3BlobStore } from './s3-blob-store.ts'
import { parseS3Url, type S3Location } from './s3-url.ts'

t.test('S3: a store that rejects deletions because there are too many goes on to serve requests', async (t) => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.split('/')[2]}`)
    request.resume().on('end', () => {
      if (request.method === 'DELETE')
        response.writeHead(503).end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>')
      else response.writeHead(200).end()
    })
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
  await t.rejects(store.unlink(store.newKey()), { reason: 'unhealthy' } as unknown as Error)
  calls.length = 0
  await store.put(store.newKey(), Buffer.from('content'))
  t.same(calls, ['PUT blobs'], 'no probe before it')
})
