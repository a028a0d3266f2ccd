import type { FastifyInstance } from 'fastify'
import { auditActorOf, type Platform, sendCsv, serve } from '../../../platform/index.ts'
import { exportSubscriptions, exportTransactions } from '../../contract.ts'
import * as transactions from '../services/transaction-export.ts'
import * as subscriptions from '../subscriptions/subscription-export.ts'

/** The administrators' lists as CSV, sent while they are read. */
export const exportsRoutes = (app: FastifyInstance, { db, audit }: Pick<Platform, 'db' | 'audit'>): void => {
  serve(app, exportTransactions, async ({ query }, request, reply) => {
    await audit({ ...auditActorOf(request), action: 'billing.transactions.exported' })
    return sendCsv(reply, 'transactions.csv', transactions.exportTransactions(db, query))
  })
  serve(app, exportSubscriptions, async ({ query }, request, reply) => {
    await audit({ ...auditActorOf(request), action: 'billing.subscriptions.exported' })
    return sendCsv(reply, 'subscriptions.csv', subscriptions.exportSubscriptions(db, query))
  })
}
