import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { auditActorOf, type Platform, serve } from '../../../platform/index.ts'
import { exportSubscriptions, exportTransactions } from '../../contract.ts'
import * as transactions from '../services/transaction-export.ts'
import * as subscriptions from '../subscriptions/subscription-export.ts'

/** The administrators' lists as CSV, sent while they are read. */
export const exportsRoutes = (app: FastifyInstance, { db, audit }: Pick<Platform, 'db' | 'audit'>): void => {
  const send = (reply: FastifyReply, name: string, parts: AsyncGenerator<string>) => {
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.header('cache-control', 'no-store')
    return reply.type('text/csv; charset=utf-8').send(Readable.from(parts, { objectMode: false })) as never
  }
  serve(app, exportTransactions, async ({ query }, request, reply) => {
    await audit({ ...auditActorOf(request), action: 'billing.transactions.exported' })
    return send(reply, 'transactions.csv', transactions.exportTransactions(db, query))
  })
  serve(app, exportSubscriptions, async ({ query }, request, reply) => {
    await audit({ ...auditActorOf(request), action: 'billing.subscriptions.exported' })
    return send(reply, 'subscriptions.csv', subscriptions.exportSubscriptions(db, query))
  })
}
