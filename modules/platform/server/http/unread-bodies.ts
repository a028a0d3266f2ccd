import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Limits for reading a request body after its response. */
const maxDiscardedBytes = 64 << 20
const maxDiscardMs = 60_000
/** The time limit while the server closes. */
const maxDiscardWhileClosingMs = 2_000
const checkIntervalMs = 100

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Discards the unread rest of a request body after the response. The connection then serves the next request. When the
 * response closes the connection, only the sending side ends at first: destroying a socket that still receives makes the
 * kernel reset the connection, and the client can lose the response. Above the limits the connection is destroyed.
 */
const discardRest = (request: IncomingMessage, isServerClosing: () => boolean): void => {
  const { socket } = request
  // Detaches the consumers that read the body before the response.
  request.unpipe()
  for (const event of ['data', 'readable']) request.removeAllListeners(event)
  request.on('error', () => undefined)
  // Removing the listeners above takes effect in the next tick.
  process.nextTick(() => request.resume())
  if (request.complete) return
  const startedAt = performance.now()
  const bytesAtStart = socket.bytesRead
  let responseCloses = false
  const timer = setInterval(() => {
    const maxMs = isServerClosing() ? maxDiscardWhileClosingMs : maxDiscardMs
    if (socket.bytesRead - bytesAtStart > maxDiscardedBytes || performance.now() - startedAt > maxMs) socket.destroy()
  }, checkIntervalMs)
  // Node calls this method after a response with `Connection: close`.
  socket.destroySoon = () => {
    responseCloses = true
    socket.end()
  }
  const stop = () => {
    clearInterval(timer)
    // Restores the prototype's method.
    Reflect.deleteProperty(socket, 'destroySoon')
  }
  socket.once('close', stop)
  request.once('end', () => {
    socket.off('close', stop)
    stop()
    if (responseCloses) socket.destroySoon()
  })
}

/**
 * Handles request bodies that are not read to their end, because the request was rejected or the response was known
 * earlier: the response reaches the client, and the connection serves the next request or closes.
 */
export const registerUnreadBodies = (app: FastifyInstance): void => {
  /** `socket.bytesRead` at the begin of the request. */
  const bytesReadBefore = new WeakMap<IncomingMessage, number>()
  const isServerClosing = () => !app.server.listening
  // Before Fastify's listener, which can respond immediately.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    bytesReadBefore.set(request, request.socket.bytesRead)
    // Before Node's own listener, which calls `destroySoon`.
    response.prependListener('finish', () => {
      if (request.readableEnded) return
      // The rest of a destroyed request cannot be read.
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
