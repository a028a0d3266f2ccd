import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import { enforceMinSendThroughput } from './min-send-throughput.ts'

const windowMs = 300
/** More than the system buffers for a connection. */
const large = Buffer.alloc(128 << 20)

/** Serves with the check. `begin` connects and sends a request; its socket reads only what the test reads. */
const serve = async (t: Test, respond: (response: ServerResponse) => void) => {
  const server = createServer((_request, response) => respond(response))
  t.teardown(enforceMinSendThroughput(server, windowMs))
  const accepted: Socket[] = []
  server.on('connection', (socket) => accepted.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const begin = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'readable')
    return socket
  }
  return { begin, open: () => accepted.filter((socket) => !socket.destroyed).length }
}

/** Reads a piece, pauses, reads the next. The system announces room to the sender in large steps only, so pieces are large. */
const readSteadily = (socket: Socket) => {
  let received = 0
  let piece = 0
  let timer: NodeJS.Timeout | undefined
  socket.on('data', ({ length }) => {
    received += length
    piece += length
    if (piece < 256 << 10) return
    piece = 0
    socket.pause()
    timer = setTimeout(() => socket.resume(), windowMs / 15)
  })
  socket.resume()
  const stop = () => {
    socket.removeAllListeners('data').pause()
    clearTimeout(timer)
  }
  return { received: () => received, stop }
}

t.test('A70: clients that stop reading lose the connection, a slow and steady one does not', async (t) => {
  const { begin, open } = await serve(t, (response) => response.end(large))
  const { received, stop } = readSteadily(await begin())
  for (let n = 0; n < 3; n++) await begin()
  t.equal(open(), 4)
  await poll(() => open() === 0 || (open() === 1 && received() > 24 << 20))
  t.equal(open(), 1, 'the steady client still receives')
  stop()
  await eventually(t, open, 0, 'until it stops reading, too')
})

t.test('A70: a client is not blamed for a server that waits for its own content', async (t) => {
  const responses: ServerResponse[] = []
  const { begin, open } = await serve(t, (response) => {
    response.write('first ')
    responses.push(response)
  })
  const waiting = await begin()
  await sleep(windowMs * 3)
  t.equal(open(), 1)
  waiting.setEncoding('latin1').resume()
  responses[0]?.end('last')
  await eventually(t, () => responses[0]?.writableFinished, true)
  t.equal(open(), 1)
})
