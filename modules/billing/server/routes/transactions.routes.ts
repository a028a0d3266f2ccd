import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditActorOf, callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { moneyText } from '../../../shared/contract.ts'
import {
  creditUser,
  listAccountTransactions,
  listNewestTransactions,
  listOwnTransactions,
  listTransactions,
  listTransactionsOfAll,
  listTransactionsOfUser,
  listUserTransactions,
  type TransactionFilters,
} from '../../contract.ts'
import type { Credits } from '../services/credits.ts'
import { listMeta, type PageRequest } from '../services/list-page.ts'
import { presentTransaction } from '../services/transaction.resource.ts'
import * as transactions from '../services/transactions.ts'

/** Transactions on the dashboard. */
const newestCount = 5

export const transactionsRoutes = (
  app: FastifyInstance,
  { i18n, db }: Pick<Platform, 'i18n' | 'db'>,
  credits: Credits,
): void => {
  const list = async (
    userId: string | null,
    page: PageRequest,
    { locale }: FastifyRequest,
    filters: TransactionFilters = {},
  ) => {
    const listed = await transactions.listTransactions(db, userId, page, filters)
    return {
      data: listed.rows.map((row) => ({ data: presentTransaction(row, locale) })),
      meta: listMeta(listed),
    }
  }
  for (const endpoint of [listOwnTransactions, listAccountTransactions])
    serve(app, endpoint, ({ query }, request) => list(callerOf(request).userId, query, request))
  for (const endpoint of [listTransactions, listTransactionsOfAll])
    serve(app, endpoint, ({ query }, request) => list(null, query, request, query))
  serve(app, listNewestTransactions, async (_call, request) => ({
    data: (await list(null, { per_page: newestCount }, request)).data,
  }))
  for (const endpoint of [listUserTransactions, listTransactionsOfUser])
    serve(app, endpoint, ({ params, query }, request) => list(params.id, query, request))
  serve(app, creditUser, async ({ params, body }, request) => {
    await credits.give(auditActorOf(request), params.id, { ...body, amount: moneyText(body.amount) })
    return successMessage(i18n, request, 'billing:message.credited')
  })
}
