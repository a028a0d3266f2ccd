import { uuidFromText } from '../services/uuid-from-text.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'

/**
 * Id of the bill of a period. An installation that is restored from a backup bills the periods since then again: the same id
 * makes the same idempotency keys, so that a gateway knows what it has charged already.
 */
export const billId = (subscriptionId: string, { from }: Pick<SubscriptionPeriod, 'from'>): string =>
  uuidFromText(`bill:${subscriptionId}:${from.toISOString()}`)
