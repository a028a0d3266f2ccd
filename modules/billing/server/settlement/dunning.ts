import type { Tx } from '../../../platform/index.ts'
import type { DunningReason } from '../entities/usage.entities.ts'

/**
 * Condition: the row `d` of `ledger_accounts` is a debt that no bill will charge: its account has no card, or no metered
 * subscription.
 */
export const isUnchargedDebtSql = `d.kind = 'debt' and d.balance < 0
  and not exists (select 1 from payment_cards c join subscriptions s on s.user_id = c.user_id
    join plan_versions v on v.id = s.plan_version_id
    where c.user_id = d.user_id and s.status in ('active', 'cancelled') and v.meters is not null)`

/** Marks of accounts that owe money: such an account is reminded (`Reminders`) until a payment releases it. */
export class Dunning {
  /**
   * Begins to remind an account whose bill could not be collected. Its user is notified of the bill's first failed attempt;
   * the reminders cover later ones. A suspended account is told nothing: it cannot sign in to pay. `attempts`: failed before
   * this one.
   */
  async paymentFailed(
    tx: Tx,
    bill: { user_id: string; total: number; currency: string; attempts: number },
  ): Promise<void> {
    await this.begin(tx, bill.user_id, 'payment-failed')
    if (bill.attempts > 0) return
    const suspended = "select 1 from user_summaries where id = $1 and status = 'suspended'"
    if ((await tx.query(suspended, [bill.user_id])).length > 0) return
    tx.emit('billing.payment.failed', { userId: bill.user_id, amount: bill.total, currency: bill.currency })
  }

  /** Begins to remind an account, unless it is reminded already. */
  async begin(tx: Tx, userId: string, reason: DunningReason): Promise<void> {
    await tx.query(
      `insert into billing_accounts (user_id, dunning_reason, dunning_at) values ($1, $2, now())
       on conflict (user_id) do update set dunning_reason = $2, dunning_sequence = 0, dunning_at = now()
       where billing_accounts.dunning_reason is null`,
      [userId, reason],
    )
  }

  /**
   * Releases an account that has paid all its bills except carried ones, and its debt where no bill would charge that. Added
   * money releases it from the other reasons too.
   */
  paid(tx: Tx, userId: string): Promise<number> {
    return this.allPaid(tx, [userId])
  }

  /** `paid` for several accounts. Resolves with the number of accounts that were reminded until now. */
  async allPaid(tx: Tx, userIds: readonly string[]): Promise<number> {
    const released = await tx.query<{ user_id: string }>(
      `update billing_accounts a set dunning_reason = null, dunning_sequence = 0, dunning_at = null
       where a.user_id in (select user_id from billing_accounts where user_id = any($1) and dunning_reason is not null
         order by user_id for update)
       and not exists (select 1 from bills b where b.user_id = a.user_id and b.status = 'open' and b.attempts > 0
         and not b.carried)
       and not (a.dunning_reason = 'payment-failed' and exists (
         select 1 from ledger_accounts d where d.user_id = a.user_id and ${isUnchargedDebtSql}))
       returning a.user_id`,
      [userIds],
    )
    if (released.length > 0)
      tx.emit('billing.entitlements.changed', { userIds: released.map(({ user_id }) => user_id) })
    return released.length
  }
}
