import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { RawConnection } from '../../../../tests/support/connection.ts'
import { registerUnreadBodies } from './unread-bodies.ts'

const mebibyte = 1 << 20

const testServer = async (t: Test) => {
  const app: FastifyInstance = fastify({ keepAliveTimeout: 65_000, bodyLimit: mebibyte })
  registerUnreadBodies(app)
  const streams = (_request: unknown, payload: unknown, done: (error: null, body: unknown) => void) =>
    done(null, payload)
  app.addContentTypeParser('application/octet-stream', { bodyLimit: Number.MAX_SAFE_INTEGER }, streams)
  app.get('/', async () => 'next')
  app.post('/json', async () => 'received')
  app.post('/unread', async (_request, reply) => reply.status(422).send('rejected'))
  app.post('/half-read', async ({ raw }, reply) => {
    for await (const _chunk of raw.iterator({ destroyOnReturn: false })) break
    return reply.status(422).send('rejected')
  })
  app.post('/closing', async (_request, reply) => reply.header('connection', 'close').status(422).send('rejected'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.server.closeAllConnections())
  t.teardown(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const open = async () => {
    const connection = await RawConnection.open(url)
    t.teardown(() => connection.close())
    return connection
  }
  return { app, open }
}

const raw = { 'content-type': 'application/octet-stream' }

t.test('D8: the response to an unread body arrives, and its connection serves the next request', async (t) => {
  const { open } = await testServer(t)
  for (const path of ['/unread', '/half-read', '/unknown'])
    for (const body of [Buffer.alloc(200_000), Buffer.alloc(20 * mebibyte)])
      for (const chunked of [false, true]) {
        const connection = await open()
        const sent = { path, headers: raw, body, chunked, pieceBytes: mebibyte }
        const label = `${path} ${body.length} ${chunked}`
        t.match(await connection.send(sent), { status: path === '/unknown' ? 404 : 422 }, label)
        t.match(await connection.send({ method: 'GET', path: '/' }), { status: 200, body: 'next' }, label)
        t.match(await connection.send(sent), { status: path === '/unknown' ? 404 : 422 }, `${label}, again`)
        t.match(await connection.send({ method: 'GET', path: '/' }), { status: 200, body: 'next' }, label)
      }
})

t.test('the same with Expect: 100-continue', async (t) => {
  const { open } = await testServer(t)
  const connection = await open()
  const body = Buffer.alloc(3 * mebibyte)
  const sent = { path: '/half-read', headers: { ...raw, expect: '100-continue' }, body }
  t.match(await connection.send(sent), { status: 422 })
  t.match(await connection.send({ method: 'GET', path: '/' }), { status: 200, body: 'next' })
})

t.test('a client that is still sending receives a response that closes its connection', async (t) => {
  const { open } = await testServer(t)
  for (const [path, type, status] of [
    ['/closing', 'application/octet-stream', 422],
    ['/json', 'application/json', 413],
  ] as const)
    for (let round = 0; round < 5; round++) {
      const connection = await open()
      const body = Buffer.alloc(20 * mebibyte, ' ')
      const sent = { path, headers: { 'content-type': type }, body, pieceBytes: 64 << 10 }
      t.match(await connection.send(sent), { status, headers: { connection: 'close' } }, path)
      t.equal(await connection.send({ method: 'GET', path: '/' }), null, 'closed')
    }
})

t.test('a body above the limit closes the connection, with the header', async (t) => {
  const { app, open } = await testServer(t)
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const connection = await open()
  const [socket] = await accepted
  const body = Buffer.alloc(600 * mebibyte)
  const response = await connection.send({
    path: '/unread',
    headers: raw,
    body,
    pieceBytes: 4 * mebibyte,
    readsEarly: true,
  })
  t.match(response, { status: 422, headers: { connection: 'close' } })
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
  t.ok(socket.bytesRead < body.length, `${socket.bytesRead} bytes were read`)
})
