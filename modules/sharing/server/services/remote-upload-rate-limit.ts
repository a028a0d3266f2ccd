import { networkOf, type RateLimiter, type Sql } from '../../../platform/index.ts'
import { rateLimits } from '../rate-limits.ts'

/** Limits the URLs that the server fetches for visitors of a link and uploaders of a request. */
export class RemoteUploadRateLimit {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** Counts within `tx`; 429 for too many URLs of one network, or of all. `linkId`: of the share link or file request. */
  async take(linkId: string, ip: string, urls: number, tx: Sql): Promise<void> {
    await this.limiter.consume(rateLimits.fetchedUrlsPerLinkAndNetwork, [linkId, networkOf(ip)], { by: urls, tx })
    await this.limiter.consume(rateLimits.fetchedUrlsPerLink, [linkId], { by: urls, tx })
  }
}
