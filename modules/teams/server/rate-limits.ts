import type { RateLimit } from '../../platform/index.ts'
import { daySeconds } from '../../shared/contract.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  /** Emails to people whom an account does not work with yet: unlimited, anybody could send spam. */
  newContactsPerAccount: { key: 'invites', limit: 30, windowSeconds: daySeconds },
} as const satisfies Record<string, RateLimit>
