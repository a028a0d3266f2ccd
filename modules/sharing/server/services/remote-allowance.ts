import { networkOf, type RateLimiter, type Sql } from '../../../platform/index.ts'

const hour = 3_600
/** Addresses fetched for browsers without an account: our line is nobody's tool (SECURITY.md §4). */
const perNetwork = { limit: 100, windowSeconds: hour }
const perLink = { limit: 1_000, windowSeconds: 24 * hour }

/** Counts what the guests of a link or a request have us fetch. */
export class RemoteAllowance {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** 429 for too many addresses of one network by this link, or of all by it. `link`: its id. Undone with `tx`. */
  async take(link: string, ip: string, addresses: number, tx: Sql): Promise<void> {
    await this.limiter.consume(['guest-remote', link, networkOf(ip)], perNetwork, { by: addresses, tx })
    await this.limiter.consume(['guest-remote-all', link], perLink, { by: addresses, tx })
  }
}
