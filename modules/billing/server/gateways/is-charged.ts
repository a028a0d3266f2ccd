import type { Platform } from '../../../platform/index.ts'
import type { GatewayClient } from './client.ts'
import { GatewayError } from './gateway-error.ts'

/** Whether a gateway charges for a subscription. It does not have that of an account whose credentials are not used any more. */
export const isCharged = async (
  client: GatewayClient,
  id: string,
  log: Pick<Platform['log'], 'warn'>,
): Promise<boolean> => {
  try {
    return (await client.subscription(id)).status === 'active'
  } catch (error) {
    if (!(error instanceof GatewayError && error.isMissing)) throw error
    log.warn({ gateway: client.name, subscription: id }, 'a subscription is not at its gateway')
    return false
  }
}
