import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { listReports, resolveReport } from '../../contract.ts'
import type { Reports } from '../services/reports.ts'

export const reportsRoutes = (app: FastifyInstance, platform: Platform, reports: Reports): void => {
  serve(app, listReports, ({ query }) => reports.page(query))
  serve(app, resolveReport, async ({ params, body }, request) => {
    await reports.resolve(Number(params.id), body, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.report-resolved')
  })
}
