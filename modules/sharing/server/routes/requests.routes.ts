import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { defaultPerPage } from '../../../shared/contract.ts'
import { ownScope, type StorageApi } from '../../../storage/index.ts'
import {
  createRequest,
  listRequests,
  reopenRequest,
  revokeRequest,
  type UploadRequest,
  updateRequest,
} from '../../contract.ts'
import { readPlace, writePlace } from '../place-cursor.ts'
import { presentRequest } from '../request.resource.ts'
import type { OwnedRequestRow } from '../request.row.ts'
import { MailAllowance } from '../services/mail-allowance.ts'
import type { Requests } from '../services/requests.ts'
import type { LinkTokens } from '../tokens.ts'

export interface RequestsRoutesDeps {
  requests: Requests
  storage: StorageApi
  tokens: LinkTokens
}

const scopeOf = (request: FastifyRequest) => ownScope(request.principal as Principal)

/** Upload requests as their owner handles them. */
export const requestsRoutes = (
  app: FastifyInstance,
  { config, i18n, limiter }: Platform,
  { requests, storage, tokens }: RequestsRoutesDeps,
): void => {
  /** With their folders, where those still are: one query for all. */
  const present = async (request: FastifyRequest, rows: OwnedRequestRow[]): Promise<UploadRequest[]> => {
    const ids = rows.flatMap(({ folder_id }) => folder_id ?? [])
    const folders = ids.length > 0 ? await storage.browse.items(scopeOf(request), ids) : []
    return rows.map((row) =>
      presentRequest(
        row,
        tokens.read(row.token_sealed),
        config.appUrl,
        folders.find(({ id }) => id === row.folder_id),
      ),
    )
  }
  const one = async (request: FastifyRequest, row: OwnedRequestRow) => ({
    data: (await present(request, [row]))[0] as UploadRequest,
  })

  const allowance = new MailAllowance(limiter)
  serve(app, createRequest, async ({ body }, request) => {
    const scope = scopeOf(request)
    await allowance.take(scope.payer, [...(body.email ? [body.email] : []), ...(body.emails ?? [])])
    return one(request, await requests.create(scope, body))
  })
  serve(app, listRequests, async ({ query }, request) => {
    const count = query.per_page ?? defaultPerPage
    const before = query.cursor === undefined ? null : readPlace(query.cursor)
    const rows = await requests.list(scopeOf(request).payer, count + 1, before)
    const kept = rows.slice(0, count)
    const last = rows.length > count ? kept.at(-1) : undefined
    const data = await present(request, kept)
    return {
      data: data.map((each) => ({ data: each })),
      meta: { next_cursor: last ? writePlace(last.created_micros, last.id) : null },
    }
  })
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
