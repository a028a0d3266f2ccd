import { minuteSeconds } from '../../shared/contract.ts'
import type { RateLimit } from './rate-limiter.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  /** Requests that send content; requests of signed-in people are not counted. */
  visitorUploadsPerNetwork: { key: 'visitor-upload', limit: 3_000, windowSeconds: minuteSeconds },
  /** Payment providers send bursts from few IP addresses, and repeat rejected requests. */
  webhooksPerNetwork: { key: 'webhook', limit: 300, windowSeconds: minuteSeconds },
} as const satisfies Record<string, RateLimit>

/** Other calls of the API. `limit`: of API_RATE_LIMIT. */
export const apiCallsPerMinute = (limit: number): RateLimit => ({ key: 'api', limit, windowSeconds: minuteSeconds })
