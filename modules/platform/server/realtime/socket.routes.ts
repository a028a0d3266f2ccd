import fastifyWebsocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { platformErrors } from '../errors.ts'
import type { Realtime } from './realtime.ts'
import { SocketConnection } from './socket-connection.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Socket of the tab that sends this request (`X-Socket-Id`); null unless it belongs to the caller's session. */
    socketId: string | null
  }
}

/** Limit for one message from a browser. */
const maxPayloadBytes = 16 << 10

const socketIdOf = (request: FastifyRequest, { ids }: Realtime): string | null => {
  const socketId = request.headers['x-socket-id']
  const sessionId = request.principal?.sessionId
  return typeof socketId === 'string' && sessionId && ids.belongs(socketId, sessionId) ? socketId : null
}

/**
 * `/ws`: one socket per tab. Rejects pages of other sites, whose requests carry the cookies too, and callers without a
 * session. The session determines the channel; a browser cannot name one (A49).
 */
export const registerSockets = async (app: FastifyInstance, config: Config, realtime: Realtime): Promise<void> => {
  app.decorateRequest('socketId', {
    getter() {
      return socketIdOf(this as unknown as FastifyRequest, realtime)
    },
  })
  await app.register(fastifyWebsocket, {
    options: { maxPayload: maxPayloadBytes, perMessageDeflate: false, clientTracking: false },
    preClose: (done: () => void) => void realtime.drain().then(done),
  })
  app.get<{ Querystring: { account?: string } }>(
    '/ws',
    {
      websocket: true,
      // `preValidation` checks access here, before the upgrade; `serve`, which checks it elsewhere, does not run.
      config: { access: 'public' },
      preValidation: async ({ headers, principal, query, ws }) => {
        if (!ws) return
        if (headers.origin !== config.appUrl) throw platformErrors.fail('cross-site')
        if (!principal?.sessionId) throw platformErrors.fail('unauthenticated')
        // The page's account: as `X-Account-Id`, which browsers cannot send here.
        if (query.account !== undefined && query.account !== principal.userId)
          throw platformErrors.fail('unauthenticated')
        if (realtime.isFull(principal.userId))
          throw platformErrors.fail('unavailable', { headers: { 'retry-after': '30' } })
      },
    },
    (socket, { principal }) => {
      const { userId, sessionId } = principal as { userId: string; sessionId: string }
      const connection = new SocketConnection(socket, realtime.ids.issue(sessionId), userId, sessionId)
      socket.on('message', (data) => connection.receive(data.toString(), (text) => realtime.receive(connection, text)))
      socket.on('pong', () => {
        connection.alive = true
      })
      socket.on('close', () => realtime.remove(connection))
      realtime.add(connection)
    },
  )
}
