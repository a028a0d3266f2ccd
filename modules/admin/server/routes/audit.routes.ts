import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, sendCsv, serve } from '../../../platform/index.ts'
import { exportAudit, listAudit } from '../../contract.ts'
import type { AuditList } from '../services/audit-list.ts'

export const auditRoutes = (app: FastifyInstance, platform: Platform, list: AuditList): void => {
  serve(app, listAudit, ({ query }) => list.page(query))

  serve(app, exportAudit, async ({ query }, request, reply) => {
    const csv = await list.csv(query)
    await platform.audit({ ...auditActorOf(request), action: 'admin.audit.exported' })
    return sendCsv(reply, 'audit-log.csv', csv)
  })
}
