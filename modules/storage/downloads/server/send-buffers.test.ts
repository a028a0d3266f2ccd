import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import t from 'tap'
import { sendBlob } from './send.ts'

/** More than one large buffer. */
const size = 3 << 19
const content = Buffer.alloc(size)
for (let at = 0; at < size; at += 4) content.writeUInt32LE(at, at)

/** A download of `content`; `isStalled`: its client never takes the first piece. */
const download = ({ isStalled = false } = {}) => {
  const buffers = new Set<unknown>()
  const received: Buffer[] = []
  const blob = {
    size,
    read: async (into: Buffer, position: number) => {
      buffers.add(into.buffer)
      return content.copy(into, 0, position)
    },
    release: () => undefined,
  }
  const response = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      if (isStalled) return
      // Compared later, as a client takes it, so that a buffer which is filled again too early is noticed.
      setImmediate(() => {
        received.push(Buffer.from(piece))
        done()
      })
    },
  })
  const connected = Object.assign(response, { socket: {} }) as unknown as ServerResponse
  const sent = sendBlob(connected, blob, { start: 0, end: size - 1 })
  return { buffers, received, sent, end: () => response.destroy() }
}

t.test('send: downloads beyond the first 128 use one buffer, until the first ones end', async (t) => {
  const stalled = Array.from({ length: 128 }, () => download({ isStalled: true }))
  const next = download()
  t.equal(await next.sent, size)
  t.ok(Buffer.concat(next.received).equals(content))
  t.equal(next.buffers.size, 1)
  for (const { end } of stalled) end()
  await Promise.all(stalled.map(({ sent }) => sent))
  t.equal(stalled[127]?.buffers.size, 2)
  const later = download()
  t.equal(await later.sent, size)
  t.ok(Buffer.concat(later.received).equals(content))
  t.equal(later.buffers.size, 2)
})
