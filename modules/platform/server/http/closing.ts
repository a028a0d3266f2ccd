import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often connections are looked at while the server closes, in milliseconds. */
const every = 50

/**
 * Has a closing server wait for answers under way and for nothing else. Node ends the connections that are idle at
 * the first moment; without this it would wait for those that fall idle later (kept alive 65 s), and for those that
 * never asked for anything (browsers open some ahead), which it no longer times out once it closes.
 */
export const registerClosing = (app: FastifyInstance): void => {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const timer = setInterval(() => {
        app.server.closeIdleConnections()
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, every)
      app.server.once('close', () => clearInterval(timer))
    }
    done()
  })
}
