import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import type { RequestScopes } from '../../tree/index.ts'
import { listActivity } from '../contract.ts'
import { presentActivity } from './activity.resource.ts'
import type { ActivityLog } from './activity-log.ts'

export const activityRoutes = (
  app: FastifyInstance,
  { activity, scopes }: { activity: ActivityLog; scopes: RequestScopes },
): void => {
  serve(app, listActivity, async ({ params, query }, request) => {
    const { rows, nextCursor, ...known } = await activity.list(
      await scopes.ofItem(request, params.id),
      params.id,
      query.cursor,
    )
    return { data: rows.map((row) => ({ data: presentActivity(row, known) })), meta: { nextCursor } }
  })
}
