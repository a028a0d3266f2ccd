import type { FastifyInstance } from 'fastify'
import { auditActorOf, sendCsv, serve } from '../../../platform/index.ts'
import { exportSubscriptions, exportTransactions } from '../../contract.ts'
import type { AuditedExports } from '../services/audited-exports.ts'

/** The administrators' lists as CSV, sent while they are read. */
export const exportsRoutes = (app: FastifyInstance, exports: AuditedExports): void => {
  serve(app, exportTransactions, async ({ query }, request, reply) => {
    const csv = await exports.transactions(query, auditActorOf(request))
    return sendCsv(reply, 'transactions.csv', csv)
  })
  serve(app, exportSubscriptions, async ({ query }, request, reply) => {
    const csv = await exports.subscriptions(query, auditActorOf(request))
    return sendCsv(reply, 'subscriptions.csv', csv)
  })
}
