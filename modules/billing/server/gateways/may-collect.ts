import type { Platform } from '../../../platform/index.ts'
import type { GatewayClient, GatewaySubscription } from './gateway-client.ts'
import { GatewayError } from './gateway-error.ts'

/**
 * Whether a gateway may take money for a subscription, by itself or when its user pays. Subscriptions of a former gateway
 * account, whose credentials are not used any more, are unknown to the gateway: false.
 */
export const mayCollect = async (
  client: GatewayClient,
  id: string,
  log: Pick<Platform['log'], 'warn'>,
): Promise<boolean> => {
  try {
    return (await client.subscription(id)).collection !== 'none'
  } catch (error) {
    if (!(error instanceof GatewayError && error.isMissing)) throw error
    log.warn({ gateway: client.name, subscription: id }, 'a subscription is not at its gateway')
    return false
  }
}

/** Whether the subscription ends with its period, and is charged no more. */
export const isCancelled = ({ status, collection }: GatewaySubscription): boolean =>
  status === 'cancelled' && collection === 'none'

/**
 * Whether a gateway goes on charging for a subscription that has ended, or is cancelled while its period is unpaid; also
 * where an earlier cancellation was interrupted. A subscription that is to end later than its period renews until then.
 */
export const isCollectedAfterEnd = ({ status, collection, period, endsAt }: GatewaySubscription): boolean =>
  collection === 'after-end' ||
  (status === 'cancelled' && collection === 'automatic' && !(endsAt && period?.to && endsAt > period.to))
