import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server with generated files: `/{bytes}` has that size, with ranges. Prints its port. */
const piece = Buffer.alloc(1 << 20, 'coffer bench ')
const server = createServer(async (request, answer) => {
  const size = Number(request.url?.slice(1))
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  answer.writeHead(start > 0 ? 206 : 200, {
    'content-length': size - start,
    etag: `"${size}"`,
    ...(start > 0 ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {}),
  })
  const closed = new Promise((resolve) => answer.once('close', resolve))
  for (let left = size - start; left > 0 && !answer.destroyed; left -= piece.length)
    if (!answer.write(piece.subarray(0, Math.min(left, piece.length))))
      await Promise.race([closed, new Promise((resolve) => answer.once('drain', resolve))])
  answer.end()
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  console.log(`listening ${(server.address() as AddressInfo).port}`)
})
