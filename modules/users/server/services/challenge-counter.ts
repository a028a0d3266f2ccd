import { networkOf, type RateLimitCounter } from '../../../platform/index.ts'
import { rateLimits } from '../rate-limits.ts'

/** Counts the sign-ins that a network begins with a passkey or a provider. */
export const challengeCounter = ({ ip }: { ip: string }): RateLimitCounter => ({
  limit: rateLimits.signInChallengesPerNetwork,
  subject: [networkOf(ip)],
})
