import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { ObjectStream } from './object-stream.ts'

const content = randomBytes(20 << 20)
const idleTimeoutMs = 500

const addressOf = async (t: Test, server: Server, scheme: string): Promise<URL> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/object?signature=x`)
}

const listen = (t: Test, listener: RequestListener) => addressOf(t, createServer(listener), 'http')

/** Answers ranges as an object store does. */
const answerRange: RequestListener = (request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const [start, end] = [Number(first), Math.min(Number(last), content.length - 1)]
  response.writeHead(206, {
    'content-range': `bytes ${start}-${end}/${content.length}`,
    'content-length': end - start + 1,
  })
  response.end(content.subarray(start, end + 1))
}

/** Reads all; keeps pieces only until the next one, and pauses now and then. */
const collect = async (stream: ObjectStream): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of stream) {
    pieces.push(Buffer.from(piece))
    if (pieces.length % 20 === 0) await sleep(10)
  }
  return Buffer.concat(pieces)
}

t.test('object stream: a range arrives whole, also beyond the end of the object', async (t) => {
  const url = await listen(t, answerRange)
  for (const [start, end] of [
    [0, content.length - 1],
    [12_345_678, content.length + 9],
    [5, 5],
  ] as const) {
    const stream = await ObjectStream.open(url, { start, end }, idleTimeoutMs)
    t.equal(stream?.size, content.length)
    t.ok(stream && (await collect(stream)).equals(content.subarray(start, end + 1)), `${start} to ${end}`)
  }
})

t.test('object stream: over TLS', async (t) => {
  const folder = testFolder(t)
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048']
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  const url = await addressOf(t, createTlsServer(pair, answerRange), 'https')
  const all = { start: 0, end: content.length - 1 }
  await t.rejects(ObjectStream.open(url, all, idleTimeoutMs), { code: /SELF_SIGNED/ }, 'an unknown certificate')
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  const stream = await ObjectStream.open(url, all, idleTimeoutMs)
  t.ok(stream && (await collect(stream)).equals(content))
})

t.test('object stream: a response that is not a plain range is left to the library', async (t) => {
  const answers: RequestListener[] = [
    (_request, response) => void response.writeHead(404).end('<Error/>'),
    (_request, response) => void response.writeHead(503).end(),
    (_request, response) => void response.writeHead(200, { 'content-length': 3 }).end('all'),
    (_request, response) => void response.writeHead(206, { 'content-range': 'bytes 0-2/3' }).end('all'),
    (_request, response) =>
      void response.writeHead(206, { 'content-range': 'bytes 1-3/4', 'content-length': 3 }).end('all'),
  ]
  for (const answer of answers) {
    const url = await listen(t, answer)
    t.equal(await ObjectStream.open(url, { start: 0, end: 2 }, idleTimeoutMs), null)
  }
})

t.test('object stream: a connection that ends early or is silent is an error', async (t) => {
  const cutAfter = (bytes: number, end: 'cut' | 'silence') =>
    listen(t, (_request, response) => {
      response.writeHead(206, {
        'content-range': `bytes 0-${content.length - 1}/${content.length}`,
        'content-length': content.length,
      })
      response.write(content.subarray(0, bytes), () => end === 'cut' && response.destroy())
    })
  const all = { start: 0, end: content.length - 1 }
  const read = async (url: URL) => collect((await ObjectStream.open(url, all, idleTimeoutMs)) as ObjectStream)
  await t.rejects(read(await cutAfter(3 << 20, 'cut')), { message: /ended early|ECONNRESET/ })
  await t.rejects(read(await cutAfter(3 << 20, 'silence')), { message: 'the object store sends nothing' })
  const silent = await listen(t, () => undefined)
  await t.rejects(ObjectStream.open(silent, all, idleTimeoutMs), { message: 'the object store sends nothing' })
  const closed = await listen(t, (request) => request.socket.destroy())
  await t.rejects(ObjectStream.open(closed, all, idleTimeoutMs))
})
