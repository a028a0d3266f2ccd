import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { poll } from '../../../../tests/support/poll.ts'
import { sendBlob } from './send.ts'

const size = 64 << 20

t.test(
  'send: a read that fails while a slow client is written to rejects the download, and nothing else',
  async (t) => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    t.teardown(() => process.off('unhandledRejection', note))
    const sending = Promise.withResolvers<number>()
    /** Reads ahead fail as soon as the client no longer takes the piece before. */
    const blobOf = (response: ServerResponse) => ({
      size,
      read: async (into: Buffer) => {
        await sleep(20)
        if (response.writableLength > 0) throw new Error('the disk has failed')
        return into.fill(1).length
      },
      release: () => undefined,
    })
    const server = createServer((_request, response) => {
      sendBlob(response, blobOf(response), { start: 0, end: size - 1 }).then(sending.resolve, sending.reject)
    })
    server.listen(0)
    await once(server, 'listening')
    t.teardown(() => server.close())
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'readable')
    await sleep(1_000)
    socket.resume()
    await t.rejects(sending.promise, { message: 'the disk has failed' })
    t.strictSame(unhandled, [])
    socket.destroy()
  },
)

t.test('send: a response that waits behind another reads nothing before its turn', async (t) => {
  const started: number[] = []
  const sent: Promise<number>[] = []
  const server = createServer((_request, response) => {
    const number = sent.length
    const read = async (into: Buffer) => {
      if (!started.includes(number)) started.push(number)
      return into.fill(number).length
    }
    sent.push(sendBlob(response, { size, read, release: () => undefined }, { start: 0, end: size - 1 }))
  })
  server.listen(0)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3))
  await once(socket, 'readable')
  await poll(() => sent.length === 3)
  t.strictSame(started, [0])
  socket.resume()
  t.strictSame(await Promise.all(sent.slice(0, 2)), [size, size])
  socket.destroy()
  t.ok(((await sent[2]) ?? size) < size)
})
