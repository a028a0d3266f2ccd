import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Teardown } from './folders.ts'

interface TinyBucket {
  /** Its BLOB_URL. */
  url: string
  objects: Map<string, Buffer>
  /** Bytes of objects that were requested. */
  requested(): number
}

/** A bucket in memory, for what needs no real object store: objects in one part. */
export const tinyBucket = async (t: Teardown): Promise<TinyBucket> => {
  let requested = 0
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
    const name = decodeURIComponent(pathname.split('/').slice(2).join('/'))
    const object = objects.get(name)
    const { method } = request
    if (method === 'PUT') objects.set(name, Buffer.concat(chunks))
    if (method === 'DELETE') objects.delete(name)
    if (method === 'PUT' || method === 'DELETE')
      return response.writeHead(method === 'PUT' ? 200 : 204, { etag: '"1"' }).end()
    if (name === '') return response.writeHead(200).end(listOf(objects, searchParams.get('prefix') ?? ''))
    if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, first = 0, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = last === undefined ? object : object.subarray(Number(first), Number(last) + 1)
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${object.length}`
    response.writeHead(last === undefined ? 200 : 206, {
      'content-length': part.length,
      etag: '"1"',
      ...(last !== undefined && { 'content-range': range }),
    })
    if (method !== 'HEAD') requested += part.length
    response.end(method === 'HEAD' ? '' : part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://KEY:SECRET@127.0.0.1:${port}/files?region=us-east-1&pathStyle=1&tls=0`,
    objects,
    requested: () => requested,
  }
}

const listOf = (objects: ReadonlyMap<string, Buffer>, prefix: string): string => {
  const found = [...objects].filter(([name]) => name.startsWith(prefix))
  const entries = found.map(
    ([name, { length }]) =>
      `<Contents><Key>${name}</Key><Size>${length}</Size><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
  )
  return `<ListBucketResult>${entries.join('')}</ListBucketResult>`
}
