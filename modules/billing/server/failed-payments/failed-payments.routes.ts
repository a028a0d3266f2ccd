import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { listFailedPayments, retryFailedPayments } from '../../contract.ts'
import type { FailedPayments } from './failed-payments.ts'

const idOf = ({ principal }: FastifyRequest) => (principal as Principal).userId

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
    return { type: 'success', message: i18n.translator(request.locale)('billing:message.payments-collected') }
  })
}
