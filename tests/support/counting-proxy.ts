import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Teardown } from './folders.ts'

/** Without bytes for this long a connection counts as idle. */
const idleAfterMs = 300

/** A TCP proxy to a local port that counts the connections over which an answer is being sent, and can cut all. */
export const countingProxy = async (t: Teardown, target: number) => {
  const open = new Map<Socket, { stalled: boolean; usedAt: number }>()
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1')
    const state = { stalled: false, usedAt: Date.now() }
    open.set(socket, state)
    const close = () => {
      open.delete(socket)
      socket.destroy()
      upstream.destroy()
    }
    for (const end of [socket, upstream]) end.on('error', close).on('close', close)
    socket.pipe(upstream)
    upstream.on('data', (bytes) => {
      state.usedAt = Date.now()
      if (socket.write(bytes)) return
      state.stalled = true
      upstream.pause()
      socket.once('drain', () => {
        state.stalled = false
        upstream.resume()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open.keys()) socket.destroy()
  }
  t.teardown(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Connections that are sending, or would if their reader read. */
    busy: () => [...open.values()].filter(({ stalled, usedAt }) => stalled || Date.now() - usedAt < idleAfterMs).length,
    cut,
  }
}
