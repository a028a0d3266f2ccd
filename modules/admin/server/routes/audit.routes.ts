import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, serve } from '../../../platform/index.ts'
import { exportAudit, listAudit } from '../../contract.ts'
import type { AuditList } from '../services/audit-list.ts'

export const auditRoutes = (app: FastifyInstance, platform: Platform, list: AuditList): void => {
  serve(app, listAudit, ({ query }) => list.page(query))

  serve(app, exportAudit, async ({ query }, request, reply) => {
    const text = await list.csv(query)
    await platform.audit({ ...auditActorOf(request), action: 'admin.audit.exported' })
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
    reply.header('cache-control', 'no-store')
    return reply.type('text/csv; charset=utf-8').send(text) as never
  })
}
