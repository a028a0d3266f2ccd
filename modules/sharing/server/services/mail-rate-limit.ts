import type { RateLimiter, Sql } from '../../../platform/index.ts'
import { rateLimits } from '../rate-limits.ts'

/** Limits the emails that accounts and uploaders have the server send to any email they type. */
export class MailRateLimit {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** Counts emails with a link within `tx`, which sends them; 429 when these are too many for today. */
  async take(ownerId: string, emails: readonly string[], tx: Sql): Promise<void> {
    if (emails.length === 0) return
    await this.limiter.consume(rateLimits.linkEmailsPerAccount, [ownerId], { by: emails.length, tx })
  }

  /** Whether a confirmation may go to this unverified email (A64). Counted within `tx`. */
  async takeConfirmation(requestId: string, email: string, tx: Sql): Promise<boolean> {
    return (
      (await this.limiter.tryConsume(rateLimits.confirmationsPerRequestAndEmail, [requestId, email], { tx })) &&
      (await this.limiter.tryConsume(rateLimits.confirmationsPerEmail, [email], { tx })) &&
      (await this.limiter.tryConsume(rateLimits.confirmationsPerRequest, [requestId], { tx }))
    )
  }
}
