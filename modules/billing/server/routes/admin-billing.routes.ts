import type { FastifyInstance } from 'fastify'
import { auditActorOf, callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { moneyText } from '../../../shared/contract.ts'
import type { Users } from '../../../users/index.ts'
import { refundTransaction } from '../../contract.ts'
import type { Refunds } from '../gateways/refunds.ts'

interface AdminBillingRoutesDeps {
  users: Pick<Users, 'requireConfirmation'>
  refunds: Refunds
}

export const adminBillingRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  { users, refunds }: AdminBillingRoutesDeps,
): void => {
  serve(app, refundTransaction, async ({ params, body }, request) => {
    await users.requireConfirmation(callerOf(request))
    const reason = body.reason.trim()
    const outcome = await refunds.refund(auditActorOf(request), {
      transactionId: params.id,
      reason,
      key: body.key,
      endsPlan: body.end_plan,
      amount: body.amount === undefined ? undefined : moneyText(body.amount).trim(),
    })
    const key = outcome === 'refunded' ? 'billing:message.refunded' : 'billing:message.refund-pending'
    return successMessage(i18n, request, key)
  })
}
