import type { Tx } from '../../../platform/index.ts'
import type { DunningReason } from '../entities/usage.entities.ts'

/** What an account owes: it is reminded (`Reminders`) until a payment releases it. */
export class Dunning {
  /**
   * A bill could not be collected: the account is reminded. Its user is told of the first of the bill's attempts; the
   * reminders tell of the others. `attempts`: earlier ones.
   */
  async paymentFailed(
    tx: Tx,
    bill: { user_id: string; total: number; currency: string; attempts: number },
  ): Promise<void> {
    await this.begin(tx, bill.user_id, 'payment-failed')
    if (bill.attempts > 0) return
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

  /** Releases an account that has paid all its bills but carried ones. Money that was added releases it from the other reasons too. */
  paid(tx: Tx, userId: string): Promise<number> {
    return this.allPaid(tx, [userId])
  }

  /** Resolves with the number of those that were reminded until now. */
  async allPaid(tx: Tx, userIds: readonly string[]): Promise<number> {
    const released = await tx.query<{ user_id: string }>(
      `update billing_accounts a set dunning_reason = null, dunning_sequence = 0, dunning_at = null
       where a.user_id in (select user_id from billing_accounts where user_id = any($1) and dunning_reason is not null
         order by user_id for update)
       and not exists (select 1 from bills b where b.user_id = a.user_id and b.status = 'open' and b.attempts > 0
         and not b.carried)
       returning a.user_id`,
      [userIds],
    )
    if (released.length > 0)
      tx.emit('billing.entitlements.changed', { userIds: released.map(({ user_id }) => user_id) })
    return released.length
  }
}
