import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { ownScope } from '../../../storage/index.ts'
import {
  createRequest,
  listRequests,
  reopenRequest,
  revokeRequest,
  type UploadRequest,
  updateRequest,
} from '../../contract.ts'
import type { OwnedRequestRow } from '../request.row.ts'
import { MailAllowance } from '../services/mail-allowance.ts'
import type { OwnedRequests } from '../services/owned-requests.ts'
import type { Requests } from '../services/requests.ts'

export interface RequestsRoutesDeps {
  requests: Requests
  owned: OwnedRequests
}

const scopeOf = (request: FastifyRequest) => ownScope(request.principal as Principal)

/** Upload requests as their owner handles them. */
export const requestsRoutes = (
  app: FastifyInstance,
  { i18n, limiter }: Platform,
  { requests, owned }: RequestsRoutesDeps,
): void => {
  const allowance = new MailAllowance(limiter)
  const one = async (request: FastifyRequest, row: OwnedRequestRow) => ({
    data: (await owned.present(scopeOf(request), [row]))[0] as UploadRequest,
  })

  serve(app, createRequest, async ({ body }, request) => {
    const scope = scopeOf(request)
    await allowance.take(scope.ownerId, [...(body.email ? [body.email] : []), ...(body.emails ?? [])])
    return one(request, await requests.create(scope, body))
  })
  serve(app, listRequests, ({ query }, request) => owned.page(scopeOf(request), query))
  serve(app, updateRequest, async ({ params, body }, request) =>
    one(request, await requests.update(scopeOf(request), params.token, body)),
  )
  serve(app, reopenRequest, async ({ params, body }, request) =>
    one(request, await requests.reopen(scopeOf(request), params.token, body.expires_at)),
  )
  serve(app, revokeRequest, async ({ params }, request) => {
    await requests.revoke(scopeOf(request), params.token)
    return { type: 'success', message: i18n.translator(request.locale)('sharing:message.request-revoked') }
  })
}
