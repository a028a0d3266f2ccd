import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { registerGracefulShutdown } from './graceful-shutdown.ts'

const testServer = async (t: Test, routes: (app: FastifyInstance) => void = () => {}) => {
  const app = fastify({ keepAliveTimeout: 65_000, forceCloseConnections: 'idle' })
  registerGracefulShutdown(app)
  routes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.server.closeAllConnections())
  return { app, port: (app.server.address() as AddressInfo).port }
}

const closedWithin = (limitMs: number, closed: Promise<unknown>) =>
  Promise.race([closed.then(() => 'closed'), sleep(limitMs, 'still open', { ref: false })])

t.test('graceful shutdown: a connection without a request does not delay the close', async (t) => {
  const { app, port } = await testServer(t)
  const silent = connect(port, '127.0.0.1')
  await once(app.server, 'connection')
  t.equal(await closedWithin(10_000, app.close()), 'closed')
  silent.destroy()
})

t.test('graceful shutdown: a running response is completed, and its connection closes after it', async (t) => {
  let finish = () => {}
  const { app, port } = await testServer(t, (app) => {
    app.get('/', (_request, reply) => {
      reply.hijack()
      reply.raw.write('first ')
      finish = () => reply.raw.end('last')
    })
  })
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage]
  const closed = app.close()
  t.equal(await closedWithin(500, closed), 'still open', 'the close waits for the response')
  finish()
  let text = ''
  for await (const piece of response) text += piece
  t.equal(text, 'first last')
  t.equal(await closedWithin(10_000, closed), 'closed', 'although the client keeps the connection alive')
})
