import { minuteSeconds } from '../../shared/contract.ts'
import type { RateLimit } from './rate-limiter.ts'

/** Listed in docs/security.md. */
export const rateLimits = {
  /** Requests that send content; requests of signed-in people are not counted. */
  visitorUploadsPerNetwork: { key: 'visitor-upload', limit: 3_000, windowSeconds: minuteSeconds },
  /** Payment providers send bursts from few IP addresses, and repeat rejected requests. */
  webhooksPerNetwork: { key: 'webhook', limit: 300, windowSeconds: minuteSeconds },
  /** Calls of a protocol, such as WebDAV, with a wrong or ended token. */
  wrongTokensPerNetwork: { key: 'wrong-token', limit: 120, windowSeconds: minuteSeconds },
  /** A program that copies a tree makes several calls for each file, and many at the same time. */
  protocolCallsPerAccount: { key: 'protocol', limit: 12_000, windowSeconds: minuteSeconds },
} as const satisfies Record<string, RateLimit>

/** Other calls of the API. `limit`: of API_RATE_LIMIT. */
export const apiCallsPerMinute = (limit: number): RateLimit => ({ key: 'api', limit, windowSeconds: minuteSeconds })
