import type { FastifyInstance } from 'fastify'
import { auditActorOf, callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import { listGatewaySetups, setUpGateway } from '../../contract.ts'
import type { GatewaySetups } from '../gateways/gateway-setups.ts'

export const gatewaySetupsRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  { users, setups }: { users: Pick<Users, 'requireConfirmation'>; setups: GatewaySetups },
): void => {
  serve(app, listGatewaySetups, async () => ({ data: await setups.list() }))
  serve(app, setUpGateway, async ({ body }, request) => {
    await users.requireConfirmation(callerOf(request))
    const { service: gateway, key, secret, webhook, live } = body
    const credentials = { key, secret, webhook: webhook ?? '', live: live ?? false }
    await setups.setUp(gateway, credentials, auditActorOf(request))
    return successMessage(i18n, request, 'billing:message.credentials-saved')
  })
}
