import type { RateLimiter } from '../../../platform/index.ts'

/** Mails with links and requests that one account may send; beyond, we would be a relay for strangers. */
const perDay = { limit: 300, windowSeconds: 24 * 3_600 }

/** Counts mails that accounts have us send to addresses of their choice. */
export class MailAllowance {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** 429 when these are too many for today. */
  async take(owner: string, emails: readonly unknown[] = []): Promise<void> {
    for (const _mail of emails) await this.limiter.take(['link-mail', owner], perDay)
  }
}
