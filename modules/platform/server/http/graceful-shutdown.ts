import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './unread-bodies.ts'

/** How often the closing server checks its connections. */
const checkIntervalMs = 50

interface Exchanges {
  /** Responses whose bytes are not yet all handed to the operating system. */
  open: number
  /** `bytesRead` at the end of the last exchange; a higher value means that another request is arriving. */
  bytesReadAtEnd: number
}

/**
 * Makes `closeIdleConnections` close only connections without an exchange. Node considers a response finished once
 * `end()` was called, and would destroy its connection together with the bytes that a slow client has not received yet
 * (R10). `server.close()` calls this method too.
 */
const closeOnlyFlushed = (app: FastifyInstance): void => {
  const connections = new Map<Socket, Exchanges>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: 0, bytesReadAtEnd: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const exchanges = connections.get(socket)
    if (!exchanges) return
    const recordEnd = () => {
      exchanges.bytesReadAtEnd = socket.bytesRead
    }
    exchanges.open += 1
    response.once('close', () => {
      exchanges.open -= 1
      recordEnd()
    })
    // After the response when the body was rejected.
    if (hasBody(request)) request.once('close', recordEnd)
  })
  // The websocket protocol closes its own connections.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => connections.delete(socket))
  app.server.closeIdleConnections = () => {
    for (const [socket, { open, bytesReadAtEnd }] of connections)
      if (open === 0 && socket.bytesRead === bytesReadAtEnd) socket.destroySoon()
  }
}

/**
 * Makes a closing server wait for running responses only: not for connections that become idle later (kept alive for
 * 65 s), nor for connections without a request (browsers open some in advance), which Node no longer times out while it
 * closes.
 */
export const registerGracefulShutdown = (app: FastifyInstance): void => {
  closeOnlyFlushed(app)
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const timer = setInterval(() => app.server.closeIdleConnections(), checkIntervalMs)
      app.server.once('close', () => clearInterval(timer))
    }
    done()
  })
}
