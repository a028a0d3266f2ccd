import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often connections are looked at while the server closes. */
const checkIntervalMs = 50

interface Exchanges {
  /** Answers that are not yet handed over to the system with all their bytes. */
  open: number
  /** `bytesRead` when the last exchange was over; more means that a further request is coming in. */
  bytesReadAtEnd: number
}

/**
 * Closes connections without an exchange, and no others. Node takes an answer for finished as soon as `end()` was
 * called, and would destroy its connection with the bytes that a slow reader has not taken yet (R10). It asks this
 * method too when `close()` is called.
 */
export const closeOnlyFlushed = (app: FastifyInstance): void => {
  const connections = new Map<Socket, Exchanges>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: 0, bytesReadAtEnd: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const exchanges = connections.get(socket)
    if (!exchanges) return
    const noteEnd = () => {
      exchanges.bytesReadAtEnd = socket.bytesRead
    }
    exchanges.open += 1
    response.once('close', () => {
      exchanges.open -= 1
      noteEnd()
    })
    // Later than the answer where a body was refused.
    request.once('close', noteEnd)
  })
  // A websocket: its own protocol closes it.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => connections.delete(socket))
  app.server.closeIdleConnections = () => {
    for (const [socket, { open, bytesReadAtEnd }] of connections)
      if (open === 0 && socket.bytesRead === bytesReadAtEnd) socket.destroySoon()
  }
}

/**
 * Has a closing server wait for answers under way and for nothing else: neither for connections that fall idle later
 * (kept alive 65 s), nor for those that never asked for anything (browsers open some ahead), which Node no longer times
 * out once it closes.
 */
export const registerClosing = (app: FastifyInstance): void => {
  closeOnlyFlushed(app)
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const timer = setInterval(() => app.server.closeIdleConnections(), checkIntervalMs)
      app.server.once('close', () => clearInterval(timer))
    }
    done()
  })
}
