import type { RateLimit } from '../../platform/index.ts'
import { hourSeconds } from '../../shared/contract.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  /** Each failed attempt is charged at the gateway and mailed. */
  paymentRetriesPerAccount: { key: 'retry-payments', limit: 5, windowSeconds: hourSeconds },
} as const satisfies Record<string, RateLimit>
