import type { FastifyInstance } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { moneyText } from '../../../shared/contract.ts'
import type { Users } from '../../../users/index.ts'
import { refundTransaction } from '../../contract.ts'
import type { Refunds } from '../gateways/refunds.ts'

export interface AdminBillingRoutesDeps {
  users: Pick<Users, 'requireConfirmation'>
  refunds: Refunds
}

export const adminBillingRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  { users, refunds }: AdminBillingRoutesDeps,
): void => {
  serve(app, refundTransaction, async ({ params, body }, request) => {
    const principal = request.principal as Principal
    await users.requireConfirmation(principal)
    const reason = body.reason.trim()
    const actor = { userId: principal.userId, ip: request.ip }
    const outcome = await refunds.refund(actor, params.id, {
      amount: body.amount === undefined ? undefined : moneyText(body.amount).trim(),
      reason,
    })
    const t = i18n.translator(request.locale)
    const message = outcome === 'refunded' ? t('billing:message.refunded') : t('billing:message.refund-pending')
    return { type: 'success', message }
  })
}
