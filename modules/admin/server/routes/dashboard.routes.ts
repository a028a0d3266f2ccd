import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, platformErrors, serve, successMessage } from '../../../platform/index.ts'
import {
  deleteJob,
  listBackups,
  listJobs,
  listNewestUsers,
  retriedPerCall,
  retryJob,
  retryJobs,
  showDashboard,
  showHealth,
  startMaintenance,
} from '../../contract.ts'
import type { AdminPages } from '../admin-pages.ts'

export const dashboardRoutes = (app: FastifyInstance, platform: Platform, pages: AdminPages): void => {
  serve(app, showDashboard, (_call, { locale }) => pages.dashboard(locale))
  serve(app, listNewestUsers, (_call, { locale }) => pages.newestUsers(locale))
  serve(app, showHealth, () => pages.health())
  serve(app, startMaintenance, async ({ params }, request) => {
    await pages.startMaintenance(params.job, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.job-started')
  })
  serve(app, listBackups, () => pages.backups())
  serve(app, listJobs, () => pages.jobs())
  serve(app, retryJobs, async ({ body: { name } }, request) => {
    const retried = await platform.jobs.queue.retryAll(name, retriedPerCall)
    if (retried > 0)
      await platform.audit({
        ...auditActorOf(request),
        action: 'admin.job.retried',
        target: name,
        details: { retried },
      })
    return { data: { retried } }
  })
  serve(app, retryJob, async ({ params }, request) => {
    if (!(await platform.jobs.queue.retry(params.id))) throw platformErrors.fail('not-found')
    await platform.audit({ ...auditActorOf(request), action: 'admin.job.retried', target: params.id })
    return successMessage(platform.i18n, request, 'admin:message.job-retried')
  })
  serve(app, deleteJob, async ({ params }, request) => {
    if (!(await platform.jobs.queue.drop(params.id))) throw platformErrors.fail('not-found')
    await platform.audit({ ...auditActorOf(request), action: 'admin.job.deleted', target: params.id })
    return successMessage(platform.i18n, request, 'admin:message.job-deleted')
  })
}
