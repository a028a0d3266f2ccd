import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Teardown } from './folders.ts'

export interface RemoteFile {
  size: number
  type?: string
  disposition?: string
  /** False: no validator and no ranges, so that downloads cannot resume. */
  ranges?: boolean
  /** False: chunked encoding without a size. */
  length?: boolean
  /** Bytes per second; default: unlimited. */
  rate?: number
  /** Stops sending at this byte until it is deleted. */
  holdAt?: number
  /** Cuts each response after this number of bytes, as a broken connection would. */
  cutAfter?: number
  /** Number of next requests with a range that are answered by 503. */
  unavailable?: number
}

export interface Source {
  /** `127.0.0.1:port`, for EGRESS_ALLOW. */
  host: string
  url(path: string): string
  files: Map<string, RemoteFile>
  /** Path and Range of each request, in order. */
  seen: { path: string; range: string | undefined }[]
  /** SHA-256 of a file's bytes. */
  sha256(path: string): string
  /** Responds to this path with `handler` instead of a file. */
  answer(path: string, handler: (request: IncomingMessage, answer: ServerResponse) => void): void
}

const pieceSize = 64 << 10
/** The bytes at this offset, the same for every range; never the signature of a known file type. */
const pieceAt = (at: number, path: string): Buffer => {
  const seed = createHash('sha256').update(`${path}/${at}`).digest()
  return Buffer.alloc(pieceSize, seed)
}

/** Bytes from `start` to `end` (exclusive), generated on demand. */
function* bytesOf(path: string, start: number, end: number) {
  for (let at = start; at < end; ) {
    const index = Math.floor(at / pieceSize)
    const piece = pieceAt(index, path).subarray(at - index * pieceSize, Math.min(end - index * pieceSize, pieceSize))
    yield piece
    at += piece.length
  }
}

const send = async (answer: ServerResponse, path: string, file: RemoteFile, start: number): Promise<void> => {
  const end = file.cutAfter ? Math.min(start + file.cutAfter, file.size) : file.size
  const from = Date.now()
  const closed = new Promise((resolve) => answer.once('close', resolve))
  let sent = start
  for (const piece of bytesOf(path, start, end)) {
    while (file.holdAt !== undefined && sent >= file.holdAt && !answer.destroyed)
      await new Promise((resolve) => setTimeout(resolve, 20))
    if (answer.destroyed) return
    sent += piece.length
    if (!answer.write(piece)) await Promise.race([closed, new Promise((resolve) => answer.once('drain', resolve))])
    const ahead = file.rate ? ((answer.socket?.bytesWritten ?? 0) / file.rate) * 1_000 - (Date.now() - from) : 0
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead))
  }
  if (end < file.size) answer.destroy()
  else answer.end()
}

/** A web server with generated files of any size. */
export const testSource = async (t: Teardown): Promise<Source> => {
  const files = new Map<string, RemoteFile>()
  const handlers = new Map<string, (request: IncomingMessage, answer: ServerResponse) => void>()
  const seen: Source['seen'] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, answer) => {
    const path = request.url ?? '/'
    const { range } = request.headers
    seen.push({ path, range })
    const handler = handlers.get(path)
    const file = files.get(path)
    if (handler) return handler(request, answer)
    if (!file) return void answer.writeHead(404).end('nothing here')
    const whole = file.ranges === false
    const start = whole ? 0 : Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    if (start > 0 && start >= file.size)
      return void answer.writeHead(416, { 'content-range': `bytes */${file.size}` }).end()
    if (start > 0 && file.unavailable) {
      file.unavailable -= 1
      return void answer.writeHead(503).end()
    }
    answer.writeHead(start > 0 ? 206 : 200, {
      'content-type': file.type ?? 'application/octet-stream',
      ...(file.length === false ? {} : { 'content-length': file.size - start }),
      ...(whole ? {} : { etag: `"${path}"`, 'accept-ranges': 'bytes' }),
      ...(start > 0 ? { 'content-range': `bytes ${start}-${file.size - 1}/${file.size}` } : {}),
      ...(file.disposition ? { 'content-disposition': file.disposition } : {}),
    })
    void send(answer, path, file, start)
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: (path) => `http://${host}${path}`,
    files,
    seen,
    sha256(path) {
      const hash = createHash('sha256')
      for (const piece of bytesOf(path, 0, files.get(path)?.size ?? 0)) hash.update(piece)
      return hash.digest('hex')
    },
    answer: (path, handler) => void handlers.set(path, handler),
  }
}
