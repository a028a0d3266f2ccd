import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { listFailedPayments, retryFailedPayments } from '../../contract.ts'
import type { FailedPayments } from './failed-payments.ts'

const idOf = (request: FastifyRequest) => callerOf(request).userId

export const failedPaymentsRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  failedPayments: FailedPayments,
): void => {
  serve(app, listFailedPayments, async (_call, request) => ({
    data: await failedPayments.list(idOf(request), request.locale),
  }))
  serve(app, retryFailedPayments, async (_call, request) => {
    await failedPayments.retry(idOf(request))
    return successMessage(i18n, request, 'billing:message.payments-collected')
  })
}
