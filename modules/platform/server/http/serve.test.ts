import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { content, endpoint } from '../../../shared/contract.ts'
import { serve } from './serve.ts'

const report = endpoint({
  method: 'GET',
  path: '/report',
  access: 'public',
  response: { 200: content('text/csv') },
  summary: 'A report',
  errors: [],
})

t.test('a client that goes away before the response is written causes no error', async (t) => {
  const lines: string[] = []
  const app: FastifyInstance = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
  })
  t.teardown(() => app.close())
  app.decorate('served', new Map())
  app.decorate('servedByPath', new Map())
  app.decorateRequest('principal', null)
  const { promise: compressing, resolve: compress } = Promise.withResolvers<void>()
  app.addHook('onSend', async () => {
    compress()
    await wait(200)
  })
  serve(app, report, async (_call, _request, reply) => reply.type('text/csv').send('a,b'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  t.equal(await (await fetch(`http://127.0.0.1:${port}/report`)).text(), 'a,b')
  const ended = once(app.server, 'request').then(([, response]) => once(response, 'close'))
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /report HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await compressing
  await wait(50)
  socket.destroy()
  await ended
  await wait(300)
  t.strictSame(lines, [])
})
