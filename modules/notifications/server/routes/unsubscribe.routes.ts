import type { FastifyInstance } from 'fastify'
import { acceptForms, serve } from '../../../platform/index.ts'
import { unsubscribe, unsubscribePath } from '../../contract.ts'
import type { Unsubscribing } from '../services/unsubscribe.ts'

export const unsubscribeRoutes = (app: FastifyInstance, unsubscribing: Unsubscribing): void => {
  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, unsubscribe, async ({ params, body }, _request, reply) => {
      await unsubscribing.end(params.token)
      if (body['List-Unsubscribe'] === undefined) return reply.redirect(unsubscribePath(params.token), 303)
      return undefined
    })
  })
}
