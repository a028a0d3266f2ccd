import type { FastifyInstance } from 'fastify'
import { acceptForms, serve } from '../../../platform/index.ts'
import { maxReportLength, reportAbuse } from '../../contract.ts'
import type { AbuseReports } from '../services/abuse-reports.ts'
import { sharePath } from '../share-link.resource.ts'
import type { ShareHttpAuthorizer } from './share-http-authorizer.ts'

interface AbuseRoutesDeps {
  authorizer: ShareHttpAuthorizer
  abuseReports: AbuseReports
}

/** A report at its full length, of characters that URL encoding makes nine bytes. */
const maxFormBytes = maxReportLength * 9 + 2_000

/** The form that reports a link; also of a locked one, of which nothing is shown. After an error it has the typed texts. */
export const abuseRoutes = (app: FastifyInstance, { authorizer, abuseReports }: AbuseRoutesDeps): void => {
  app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    serve(scope, reportAbuse, async ({ params, body }, request, reply) => {
      const lookup = await authorizer.find(request, params.token)
      request.checkCsrf(body.csrf)
      await abuseReports.create(lookup, body, request.ip)
      reply.redirect(`${sharePath(params.token)}/report?sent=1`, 303)
      return undefined
    })
  })
}
