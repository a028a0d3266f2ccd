import type { FastifyInstance } from 'fastify'
import { type Platform, platformErrors, serve, successMessage } from '../../../platform/index.ts'
import { receiveWebhook } from '../../contract.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { Webhooks } from '../gateways/webhooks.ts'
import { gatewayOfParams } from './payments.routes.ts'

/** Events are a few kilobytes. */
const maxBodyBytes = 256 << 10

/** Bodies stay as they arrived: their signatures are over the bytes. */
export const webhooksRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  { webhooks }: { webhooks: Webhooks },
): void => {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, body),
    )
    serve(scope, receiveWebhook, async ({ params }, request) => {
      const { body, headers } = request
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await webhooks.receive(gatewayOfParams(params.gateway), { body: bytes, headers }).catch((error: unknown) => {
        // The gateway that checks its own signatures does not answer: it sends the event again.
        const unavailable = { headers: { 'retry-after': '60' }, cause: error }
        throw error instanceof GatewayError ? platformErrors.fail('unavailable', unavailable) : error
      })
      return successMessage(i18n, request, 'billing:message.webhook-handled')
    })
  })
}
