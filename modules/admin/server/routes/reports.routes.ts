import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { listReports, resolveReport } from '../../contract.ts'
import type { Reports } from '../services/reports.ts'
import { actorOf, doneOf } from './actor.ts'

export const reportsRoutes = (app: FastifyInstance, platform: Platform, reports: Reports): void => {
  const done = doneOf(platform)
  serve(app, listReports, ({ query }) => reports.page(query))
  serve(app, resolveReport, async ({ params, body }, request) => {
    await reports.resolve(Number(params.id), body.action, actorOf(request))
    return done(request, 'report-resolved')
  })
}
