import { createHash } from 'node:crypto'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'

/**
 * UUID (version 8) of the bill of a period. An installation that is restored from a backup bills the periods since then again:
 * the same id makes the same idempotency keys, so that a gateway knows what it has charged already.
 */
export const billId = (subscriptionId: string, { from }: Pick<SubscriptionPeriod, 'from'>): string => {
  const hash = createHash('sha256').update(`bill:${subscriptionId}:${from.toISOString()}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
