import { dayMs } from '../../../shared/contract.ts'
import type { CreditCard } from '../../contract.ts'
import type { CardRow } from './cards.ts'

const soonMs = 30 * dayMs

/** A card is valid until the end of its month. */
export const presentCard = (card: CardRow, nowMs = Date.now()): CreditCard => {
  const { id, brand, last4, gateway, is_default, expires_year: year, expires_month: month } = card
  const endsMs = Date.UTC(year, month, 1)
  return {
    id,
    type: 'credit-card',
    attributes: {
      brand,
      last4,
      service: gateway,
      is_default,
      expiration: `${year}-${String(month).padStart(2, '0')}`,
      isExpired: nowMs >= endsMs,
      isBeforeExpiration: nowMs < endsMs && endsMs - nowMs <= soonMs,
    },
  }
}
