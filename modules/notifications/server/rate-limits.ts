import type { RateLimit } from '../../platform/index.ts'
import { daySeconds } from '../../shared/contract.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  /** Notifications of an account whose email was never proven, with what they are about. */
  emailsPerUnprovenRecipient: { key: 'unproven-notification-mail', limit: 5, windowSeconds: daySeconds },
} as const satisfies Record<string, RateLimit>
