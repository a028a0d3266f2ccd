import type { RateLimit } from '../../platform/index.ts'
import { daySeconds, hourSeconds } from '../../shared/contract.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  contactMessagesPerNetwork: { key: 'contact', limit: 5, windowSeconds: hourSeconds },
  contactMessagesPerSender: { key: 'contact-from', limit: 5, windowSeconds: daySeconds },
  /** Limit of the whole installation: an operator's mailbox is not to be flooded from many networks. */
  contactMessages: { key: 'contact-total', limit: 200, windowSeconds: daySeconds },
} as const satisfies Record<string, RateLimit>
