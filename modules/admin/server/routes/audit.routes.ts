import type { FastifyInstance } from 'fastify'
import { auditActorOf, sendCsv, serve } from '../../../platform/index.ts'
import { exportAudit, listAudit } from '../../contract.ts'
import type { AuditList } from '../services/audit-list.ts'
import type { AuditedDownloads } from '../services/audited-downloads.ts'

export const auditRoutes = (app: FastifyInstance, list: AuditList, downloads: AuditedDownloads): void => {
  serve(app, listAudit, ({ query }) => list.page(query))

  serve(app, exportAudit, async ({ query }, request, reply) => {
    const csv = await downloads.auditLog(query, auditActorOf(request))
    return sendCsv(reply, 'audit-log.csv', csv)
  })
}
