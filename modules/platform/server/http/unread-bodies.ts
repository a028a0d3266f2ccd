import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Limits of what is read of a request body after its answer: bytes, and milliseconds. */
const maxDiscardedBytes = 64 << 20
const maxDiscardMs = 60_000
/** The same time limit while the server closes. */
const maxDiscardWhileClosingMs = 2_000
const checkIntervalMs = 100

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Discards the unread rest of a request body once its answer is sent. The connection then serves its next request. When
 * the answer closes the connection, only the sending side ends at first: to destroy a socket that still receives makes
 * the kernel reset the connection, and the client can lose the answer. Past the limits the connection is destroyed.
 */
const discardRest = (request: IncomingMessage, isServerClosing: () => boolean): void => {
  const { socket } = request
  // What read the body before the answer no longer gets it.
  request.unpipe()
  for (const event of ['data', 'readable']) request.removeAllListeners(event)
  request.on('error', () => undefined)
  // After the listeners above are gone, which takes effect in the next tick.
  process.nextTick(() => request.resume())
  if (request.complete) return
  const startedAt = Date.now()
  const firstByte = socket.bytesRead
  let answerCloses = false
  const timer = setInterval(() => {
    const maxMs = isServerClosing() ? maxDiscardWhileClosingMs : maxDiscardMs
    if (socket.bytesRead - firstByte > maxDiscardedBytes || Date.now() - startedAt > maxMs) socket.destroy()
  }, checkIntervalMs)
  // Node calls it when an answer with `Connection: close` is sent.
  socket.destroySoon = () => {
    answerCloses = true
    socket.end()
  }
  const stop = () => {
    clearInterval(timer)
    // The prototype's method is visible again.
    Reflect.deleteProperty(socket, 'destroySoon')
  }
  socket.once('close', stop)
  request.once('end', () => {
    socket.off('close', stop)
    stop()
    if (answerCloses) socket.destroySoon()
  })
}

/**
 * Takes care of request bodies that nobody reads to their end, because the request was refused or its answer was known
 * earlier: the answer reaches the client, and the connection serves the next request or closes.
 */
export const registerUnreadBodies = (app: FastifyInstance): void => {
  /** `socket.bytesRead` when the request began. */
  const bytesReadBefore = new WeakMap<IncomingMessage, number>()
  const isServerClosing = () => !app.server.listening
  // Before Fastify's listener, which can answer at once.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    bytesReadBefore.set(request, request.socket.bytesRead)
    // Before Node's own listener, which calls `destroySoon`.
    response.prependListener('finish', () => {
      if (request.readableEnded) return
      // Nobody can read its rest any more.
      if (request.destroyed) response.socket?.destroySoon()
      else discardRest(request, isServerClosing)
    })
  })
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    const before = bytesReadBefore.get(raw)
    if (before !== undefined && !raw.complete) {
      const remaining = Number(raw.headers['content-length'] ?? 0) - ((reply.raw.socket?.bytesRead ?? 0) - before)
      if (raw.destroyed || remaining > maxDiscardedBytes) reply.header('connection', 'close')
    }
    done(null, payload)
  })
}
