import type { Db, Platform } from '../../../platform/index.ts'
import { formatMoney } from '../../../shared/contract.ts'
import type { FailedPayment, PaymentSource } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import { failUnavailable } from '../gateways/subscription-gateways.ts'
import { rateLimits } from '../rate-limits.ts'
import { maxAutomaticAttempts } from '../settlement/collector.ts'

interface FailedBill {
  id: string
  /** The bill's, or the debt for which a bill of 0 is charged. */
  total: number
  currency: string
  attempts: number
  /** Payment source of the last attempt; null: no transaction of it is stored. */
  gateway: PaymentSource | null
  period_from: Date
  period_to: Date
  next_attempt_at: Date
}

const present = (bill: FailedBill, locale: string): FailedPayment => ({
  id: bill.id,
  type: 'failed-payment',
  attributes: {
    amount: formatMoney({ amount: bill.total, currency: bill.currency }, locale),
    total: bill.total,
    currency: bill.currency,
    attempts: bill.attempts,
    source: bill.gateway === null || bill.gateway === 'system' ? 'balance' : 'credit-card',
    period_from: bill.period_from.toISOString(),
    period_to: bill.period_to.toISOString(),
    next_attempt_at: bill.attempts < maxAutomaticAttempts ? bill.next_attempt_at.toISOString() : null,
  },
})

interface Deps extends Pick<Platform, 'limiter'> {
  db: Db
  /** Collects the open bills of an account. */
  collect(userId: string): Promise<void>
}

/** Bills that could not be collected, for the user who owes them. */
export class FailedPayments {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** The oldest first. */
  async list(userId: string, locale: string): Promise<FailedPayment[]> {
    // A bill of 0 is charged for a debt. The idempotency key of an attempt counts from 0 (collector.ts).
    const rows = await this.deps.db.query<FailedBill>(
      `select b.id, case when b.total > 0 then b.total else coalesce(-d.balance, 0) end as total, b.currency, b.attempts,
         b.period_from, b.period_to, b.next_attempt_at, t.gateway
       from bills b
       left join ledger_transactions t on t.idempotency_key = 'bill:' || b.id || ':' || (b.attempts - 1)
       left join ledger_accounts d on d.kind = 'debt' and d.user_id = b.user_id and d.currency = b.currency
       where b.user_id = $1 and b.status = 'open' and b.attempts > 0 and not b.carried order by b.period_from`,
      [userId],
    )
    return rows.map((row) => present(row, locale))
  }

  /**
   * 409 `payment-declined` when an attempt has failed, 503 `gateway-unavailable` when a bill stays open whose outcome is not
   * known yet, 429 after 5 an hour, without those that the gateway did not take.
   */
  async retry(userId: string): Promise<void> {
    const { limiter, collect } = this.deps
    const before = new Map((await this.list(userId, 'en')).map(({ id, attributes }) => [id, attributes.attempts]))
    if (before.size === 0) return
    await limiter.attempt([{ limit: rateLimits.paymentRetriesPerAccount, subject: [userId] }], async () => {
      await failUnavailable(collect(userId))
      const open = await this.list(userId, 'en')
      if (open.length === 0) return
      const isDeclined = open.some(({ id, attributes }) => attributes.attempts > (before.get(id) ?? 0))
      throw billingErrors.fail(isDeclined ? 'payment-declined' : 'gateway-unavailable')
    })
  }
}
