import type { FastifyInstance } from 'fastify'
import { type Platform, platformErrors, serve } from '../../../platform/index.ts'
import { listJobs, listNewestUsers, retryJob, showDashboard, showHealth } from '../../contract.ts'
import type { AdminPages } from '../admin-pages.ts'
import { actorOf, doneOf } from './actor.ts'

export const dashboardRoutes = (app: FastifyInstance, platform: Platform, pages: AdminPages): void => {
  const done = doneOf(platform)
  serve(app, showDashboard, (_call, { locale }) => pages.dashboard(locale))
  serve(app, listNewestUsers, () => pages.newestUsers())
  serve(app, showHealth, () => pages.health())
  serve(app, listJobs, () => pages.jobs())
  serve(app, retryJob, async ({ params }, request) => {
    if (!(await platform.jobs.queue.retry(params.id))) throw platformErrors.fail('not-found')
    await platform.audit({ ...actorOf(request), action: 'admin.job.retried', target: params.id })
    return done(request, 'job-retried')
  })
}
