import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, platformErrors, serve, successMessage } from '../../../platform/index.ts'
import {
  deleteJob,
  listBackups,
  listJobs,
  listNewestUsers,
  retryJob,
  retryJobs,
  showDashboard,
  showHealth,
  startMaintenance,
} from '../../contract.ts'
import type { AdminPages } from '../admin-pages.ts'
import type { FailedJobs } from '../services/failed-jobs.ts'

export const dashboardRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { pages, failedJobs }: { pages: AdminPages; failedJobs: FailedJobs },
): void => {
  serve(app, showDashboard, (_call, { locale }) => pages.dashboard(locale))
  serve(app, listNewestUsers, (_call, { locale }) => pages.newestUsers(locale))
  serve(app, showHealth, () => pages.health())
  serve(app, startMaintenance, async ({ params }, request) => {
    await pages.startMaintenance(params.job, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.job-started')
  })
  serve(app, listBackups, () => pages.backups())
  serve(app, listJobs, () => pages.jobs())
  serve(app, retryJobs, async ({ body: { name } }, request) => ({
    data: { retried: await failedJobs.retryAll(name, auditActorOf(request)) },
  }))
  serve(app, retryJob, async ({ params }, request) => {
    if (!(await failedJobs.retry(params.id, auditActorOf(request)))) throw platformErrors.fail('not-found')
    return successMessage(platform.i18n, request, 'admin:message.job-retried')
  })
  serve(app, deleteJob, async ({ params }, request) => {
    if (!(await failedJobs.drop(params.id, auditActorOf(request)))) throw platformErrors.fail('not-found')
    return successMessage(platform.i18n, request, 'admin:message.job-deleted')
  })
}
