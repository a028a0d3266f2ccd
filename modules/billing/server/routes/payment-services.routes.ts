import type { FastifyInstance } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import { listPaymentServices, setPaymentService } from '../../contract.ts'
import type { PaymentServices } from '../gateways/payment-services.ts'

export const paymentServicesRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  { users, services }: { users: Pick<Users, 'requireConfirmation'>; services: PaymentServices },
): void => {
  serve(app, listPaymentServices, async () => ({ data: await services.list() }))
  serve(app, setPaymentService, async ({ body }, request) => {
    const principal = request.principal as Principal
    await users.requireConfirmation(principal)
    const { service, key, secret, webhook, live } = body
    const credentials = { key, secret, webhook: webhook ?? '', live: live ?? false }
    await services.set(service, credentials, { actorId: principal.userId, ip: request.ip })
    return { type: 'success', message: i18n.translator(request.locale)('billing:message.credentials-saved') }
  })
}
