import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { RawConnection } from '../../../../tests/support/connection.ts'
import { enforceMinThroughput } from './min-throughput.ts'

const windowMs = 120
const body = Buffer.alloc(320 << 10)

/** Serves with the check; answers with the number of bytes that `read` resolves with. */
const serve = async (t: Test, read: (request: IncomingMessage) => Promise<number>): Promise<string> => {
  const server: Server = createServer(async (request, response) => {
    const stop = enforceMinThroughput(request, windowMs)
    const size = await read(request).catch(() => null)
    stop()
    if (size !== null) response.end(String(size))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const readAll = async (request: IncomingMessage, pauseMs = 0): Promise<number> => {
  let size = 0
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    size += (piece as Buffer).length
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return size
}

t.test('a sender is not blamed for a server that reads late or slowly', async (t) => {
  const slow: Record<string, (request: IncomingMessage) => Promise<number>> = {
    late: (request) => sleep(windowMs * 4).then(() => readAll(request)),
    slowly: (request) => readAll(request, windowMs * 2),
  }
  for (const [label, read] of Object.entries(slow)) {
    const connection = await RawConnection.open(await serve(t, read))
    const answer = await connection.send({ path: '/', body, readsEarly: true })
    t.equal(answer?.body, String(body.length), label)
    connection.close()
  }
})

t.test('A70: a sender that stops sending loses the connection', async (t) => {
  const connection = await RawConnection.open(await serve(t, readAll))
  const headers = { 'content-length': body.length }
  t.equal(await connection.send({ path: '/', headers, readsEarly: true }), null)
  connection.close()
})
