import type { FastifyInstance } from 'fastify'
import { AppError, acceptForms, serve } from '../../../platform/index.ts'
import { reportAbuse } from '../../contract.ts'
import type { AbuseReports } from '../services/abuse-reports.ts'
import type { ShareAuthorizer } from '../services/share-access.ts'
import { sharePath } from '../share-link.resource.ts'

export interface AbuseRoutesDeps {
  authorizer: ShareAuthorizer
  abuseReports: AbuseReports
}

/** The form that reports a link; also of a locked one, of which nothing is shown. */
export const abuseRoutes = (app: FastifyInstance, { authorizer, abuseReports }: AbuseRoutesDeps): void => {
  app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, reportAbuse, async ({ params, body }, request, reply) => {
      const path = `${sharePath(params.token)}/report`
      const lookup = await authorizer.find(request, params.token)
      try {
        request.checkCsrf(body.csrf)
        await abuseReports.create(lookup, body, request.ip)
        reply.redirect(`${path}?sent=1`, 303)
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        reply.redirect(`${path}?problem=${error.code}`, 303)
      }
      return undefined
    })
  })
}
