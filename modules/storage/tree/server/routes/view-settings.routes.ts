import type { FastifyInstance } from 'fastify'
import { serve } from '../../../../platform/index.ts'
import { changeViewSettings, listViewSettings, putViewSettings } from '../../contract.ts'
import type { RequestScopes } from '../request-scopes.ts'
import type { ViewSettingsStore } from '../services/view-settings.ts'
import { requestScope } from './request.ts'

export const viewSettingsRoutes = (app: FastifyInstance, scopes: RequestScopes, views: ViewSettingsStore): void => {
  serve(app, putViewSettings, async ({ params: { key }, body }, request) => {
    await views.put(await scopes.ofItem(request, key), key, body)
    return undefined
  })
  serve(app, changeViewSettings, async ({ params: { key }, body }, request) => {
    await views.change(await scopes.ofItem(request, key), key, body)
    return undefined
  })
  serve(app, listViewSettings, async (_input, request) => ({
    data: await views.ofAccount(requestScope(request).ownerId),
  }))
}
