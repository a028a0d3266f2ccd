import { networkOf, type RateLimiter, type Sql } from '../../../platform/index.ts'

const hour = 3_600
/** URLs fetched for callers without an account, who could use the server as a proxy otherwise. */
const perNetwork = { limit: 100, windowSeconds: hour }
const perLink = { limit: 1_000, windowSeconds: 24 * hour }

/** Limits what visitors of a link and uploaders of a request have the server fetch. */
export class RemoteUploadRateLimit {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** Counts within `tx`; 429 for too many URLs of one network, or of all. `linkId`: of the share link or file request. */
  async take(linkId: string, ip: string, urls: number, tx: Sql): Promise<void> {
    await this.limiter.consume(['public-remote', linkId, networkOf(ip)], perNetwork, { by: urls, tx })
    await this.limiter.consume(['public-remote-all', linkId], perLink, { by: urls, tx })
  }
}
