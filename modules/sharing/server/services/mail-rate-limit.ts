import { AppError, type RateLimiter, type Sql } from '../../../platform/index.ts'

const day = 24 * 3_600
/** Emails with links that one account may send: unlimited, the instance would be an open relay. */
const linkMails = { limit: 300, windowSeconds: day }

/** Confirmations go to whatever email an uploader types. */
const confirmations = {
  perRequestAndEmail: { limit: 1, windowSeconds: day },
  perEmail: { limit: 5, windowSeconds: day },
  perRequest: { limit: 100, windowSeconds: day },
}

/** Limits the emails that accounts and uploaders have the server send to any email they type. */
export class MailRateLimit {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** Counts emails with a link within `tx`, which sends them; 429 when these are too many for today. */
  async take(ownerId: string, emails: readonly string[], tx: Sql): Promise<void> {
    if (emails.length > 0) await this.limiter.consume(['link-mail', ownerId], linkMails, { by: emails.length, tx })
  }

  /** Whether a confirmation may go to this unverified email (A64). Counted within `tx`. */
  async takeConfirmation(requestId: string, email: string, tx: Sql): Promise<boolean> {
    try {
      await this.limiter.consume(['receipt-to', requestId, email], confirmations.perRequestAndEmail, { tx })
      await this.limiter.consume(['receipts-to', email], confirmations.perEmail, { tx })
      await this.limiter.consume(['receipts-of', requestId], confirmations.perRequest, { tx })
      return true
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    }
  }
}
