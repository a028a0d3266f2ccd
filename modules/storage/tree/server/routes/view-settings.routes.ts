import type { FastifyInstance } from 'fastify'
import { serve } from '../../../../platform/index.ts'
import { putViewSettings } from '../../contract.ts'
import type { RequestScopes } from '../request-scopes.ts'
import type { ViewSettingsStore } from '../services/view-settings.ts'

export const viewSettingsRoutes = (app: FastifyInstance, scopes: RequestScopes, views: ViewSettingsStore): void => {
  serve(app, putViewSettings, async ({ params: { key }, body }, request) => {
    await views.put(await scopes.ofItem(request, key), key, body)
    return undefined
  })
}
