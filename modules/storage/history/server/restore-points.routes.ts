import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { acceptedResponse } from '../../operations/index.ts'
import type { RequestScopes } from '../../tree/index.ts'
import { listRestorePoints, previewRestorePoint, startRestorePoint } from '../contract.ts'
import type { Rewind } from './rewind.ts'

export const restorePointRoutes = (
  app: FastifyInstance,
  { rewind, scopes }: { rewind: Rewind; scopes: RequestScopes },
): void => {
  serve(app, listRestorePoints, async ({ params: { id } }, request) => {
    const { earliest, moments } = await rewind.list(await scopes.ofItem(request, id), id)
    return { data: { earliest: earliest.toISOString(), moments } }
  })
  serve(app, previewRestorePoint, async ({ params: { id }, query }, request) => ({
    data: await rewind.preview(await scopes.ofItem(request, id), id, query.at),
  }))
  serve(app, startRestorePoint, async ({ params: { id }, body }, request, reply) =>
    acceptedResponse(reply, await rewind.start(await scopes.ofItem(request, id), id, body.at)),
  )
}
