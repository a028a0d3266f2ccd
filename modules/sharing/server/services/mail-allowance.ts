import { AppError, type RateLimiter, type Sql } from '../../../platform/index.ts'

/** Mails with links and requests that one account may send; beyond, we would be a relay for strangers. */
const perDay = { limit: 300, windowSeconds: 24 * 3_600 }

const day = 24 * 3_600
/** Receipts go to whatever address a guest types: one a day for a request, a few for all of ours, and so many by a request. */
const receipts = {
  address: { limit: 1, windowSeconds: day },
  anywhere: { limit: 5, windowSeconds: day },
  request: { limit: 100, windowSeconds: day },
}

/** Counts mails that accounts and guests have us send to addresses of their choice. */
export class MailAllowance {
  private readonly limiter: RateLimiter
  constructor(limiter: RateLimiter) {
    this.limiter = limiter
  }

  /** 429 when these are too many for today. */
  async take(owner: string, emails: readonly unknown[] = []): Promise<void> {
    for (const _mail of emails) await this.limiter.consume(['link-mail', owner], perDay)
  }

  /** Whether a receipt may still go to this address, which nobody has confirmed (SECURITY.md §4, A64). Counted with `tx`. */
  async mayReceipt(request: string, email: string, tx: Sql): Promise<boolean> {
    try {
      await this.limiter.consume(['receipt-to', request, email], receipts.address, { tx })
      await this.limiter.consume(['receipts-to', email], receipts.anywhere, { tx })
      await this.limiter.consume(['receipts-of', request], receipts.request, { tx })
      return true
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    }
  }
}
