import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Length of a window, in which a client must take `minBytesPerWindow`. Only time spent waiting for the client counts. */
const defaultWindowMs = 60_000
const minBytesPerWindow = 30 * 1_024
const samplesPerWindow = 30

/** Counters of Node's handle of a socket. The socket's own `bytesWritten` includes bytes that the system has not taken. */
interface Handle {
  bytesWritten: number
  /** Bytes that the system has not accepted, because the client has not received earlier bytes. */
  writeQueueSize: number
}

/** A window, which begins when a sample first finds bytes that the client does not take. */
interface Window {
  /** Samples in which the server waited for the client. */
  waits: number
  /** Bytes that the system had accepted when the window began. */
  before: number
}

const handleOf = (socket: Socket): Handle | null => (socket as unknown as { _handle: Handle | null })._handle

/**
 * Destroys connections whose client takes less than 30 KiB in 60 s of its waiting bytes: each connection holds its buffers,
 * files and layouts (A70). Time in which no bytes wait for the client does not count: the server itself waits then, for a
 * disk, an object store or the next request. One timer for all connections and all kinds of responses. Players that pause
 * and browsers that pause a download read nothing either. They lose their connection and request the rest by `Range` and
 * `If-Range`, as they do behind a proxy (nginx: `send_timeout`, 60 s): files, previews and archives have a strong ETag and
 * an announced length, so that a broken response never looks complete. The returned function ends the check.
 */
export const enforceMinSendThroughput = (server: Server, windowMs = defaultWindowMs): (() => void) => {
  const connections = new Map<Socket, Window>()
  const onConnection = (socket: Socket) => {
    connections.set(socket, { waits: 0, before: 0 })
    socket.once('close', () => connections.delete(socket))
  }
  const check = (socket: Socket, window: Window) => {
    const handle = handleOf(socket)
    if (!handle || handle.writeQueueSize === 0) return
    const accepted = handle.bytesWritten - handle.writeQueueSize
    if (window.waits === 0) window.before = accepted
    window.waits += 1
    if (window.waits <= samplesPerWindow) return
    if (accepted - window.before < minBytesPerWindow) socket.destroy()
    window.waits = 0
  }
  server.on('connection', onConnection)
  const timer = setInterval(() => {
    for (const [socket, window] of connections) check(socket, window)
  }, windowMs / samplesPerWindow)
  timer.unref()
  return () => {
    clearInterval(timer)
    server.off('connection', onConnection)
  }
}
