import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { pageNumber } from '../../../shared/contract.ts'
import { creditUser, listOwnTransactions, listTransactions, listUserTransactions } from '../../contract.ts'
import type { Credits } from '../services/credits.ts'
import { paginate } from '../services/paginate.ts'
import { presentTransaction } from '../services/transaction.resource.ts'
import * as transactions from '../services/transactions.ts'

interface Query {
  page?: string | undefined
  cursor?: string | undefined
  per_page?: number | undefined
}

export const transactionsRoutes = (
  app: FastifyInstance,
  { i18n, db }: Pick<Platform, 'i18n' | 'db'>,
  credits: Credits,
): void => {
  const list = async (userId: string | null, query: Query, { locale }: FastifyRequest) => {
    const found = await transactions.listTransactions(db, userId, {
      page: pageNumber(query.page),
      cursor: query.cursor,
      perPage: query.per_page,
    })
    return {
      data: found.rows.map((row) => ({ data: presentTransaction(row, locale) })),
      meta: { paginate: paginate(found) },
    }
  }
  serve(app, listOwnTransactions, ({ query }, request) => list((request.principal as Principal).userId, query, request))
  serve(app, listTransactions, ({ query }, request) => list(null, query, request))
  serve(app, listUserTransactions, ({ params, query }, request) => list(params.id, query, request))
  serve(app, creditUser, async ({ params, body }, request) => {
    const { userId } = request.principal as Principal
    await credits.give({ userId, ip: request.ip }, params.id, body.amount)
    return { type: 'success', message: i18n.translator(request.locale)('billing:message.credited') }
  })
}
