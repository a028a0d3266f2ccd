import type { FastifyInstance } from 'fastify'
import { auditActorOf, callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
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
    const principal = callerOf(request)
    await users.requireConfirmation(principal)
    const { service, key, secret, webhook, live } = body
    const credentials = { key, secret, webhook: webhook ?? '', live: live ?? false }
    await services.set(service, credentials, auditActorOf(request))
    return successMessage(i18n, request, 'billing:message.credentials-saved')
  })
}
