import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { acceptedResponse } from '../../operations/index.ts'
import { type RequestScopes, requestScope } from '../../tree/index.ts'
import { extractArchive, importAccount } from '../contract.ts'
import type { Extractions } from './extractions.ts'

export const extractionRoutes = (
  app: FastifyInstance,
  { extractions, scopes }: { extractions: Extractions; scopes: RequestScopes },
): void => {
  serve(app, extractArchive, async ({ body }, request, reply) => {
    const scope = await scopes.ofItem(request, body.item_id)
    return acceptedResponse(reply, await extractions.extract(scope, body.item_id))
  })
  serve(app, importAccount, async ({ body }, request, reply) =>
    acceptedResponse(reply, await extractions.import(requestScope(request), body.item_id)),
  )
}
