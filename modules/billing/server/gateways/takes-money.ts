import type { Platform } from '../../../platform/index.ts'
import type { GatewayClient, GatewaySubscription } from './client.ts'
import { GatewayError } from './gateway-error.ts'

/**
 * Whether a gateway may take money for a subscription, by itself or when its user pays. It does not have that of an account whose
 * credentials are not used any more.
 */
export const takesMoney = async (
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

/** Whether it ends with its period, and is charged no more. */
export const isCancelled = ({ status, collection }: GatewaySubscription): boolean =>
  status === 'cancelled' && collection === 'none'

/**
 * Whether a gateway goes on charging for what has ended, or is cancelled with a period that is not paid; also where an earlier
 * cancellation was interrupted. One that is to end later renews until then.
 */
export const isCollectedAfterEnd = ({ status, collection, period, endsAt }: GatewaySubscription): boolean =>
  collection === 'after-end' ||
  (status === 'cancelled' && collection === 'automatic' && !(endsAt && period?.to && endsAt > period.to))
