import type { FastifyInstance } from 'fastify'
import { platformErrors } from '../../platform/index.ts'
import { setupSocketPath } from '../contract.ts'
import type { Wizard } from './wizard.ts'
import { setupTokenOf } from './wizard-request.ts'

const maxOpenMs = 10_000
const maxEchoBytes = 64

/** The WebSocket that the environment step tests. It echoes one message and closes. Requires the setup token. */
export const setupSocket = (app: FastifyInstance, wizard: Wizard): void => {
  app.get(
    setupSocketPath,
    {
      websocket: true,
      // Before the upgrade; `serve`, which checks access elsewhere, does not handle WebSockets.
      config: { access: 'public' },
      preValidation: async (request) => {
        if (!request.ws) return
        await wizard.require(setupTokenOf(request))
        if (URL.parse(request.headers.origin ?? '')?.host !== request.headers.host)
          throw platformErrors.fail('cross-site')
      },
    },
    (socket) => {
      const timer = setTimeout(() => socket.terminate(), maxOpenMs)
      socket.on('close', () => clearTimeout(timer))
      socket.once('message', (data: Buffer) => {
        socket.send(data.toString().slice(0, maxEchoBytes))
        socket.close()
      })
    },
  )
}
