import type { Db, Tx } from '../../../platform/index.ts'
import type { Estimate } from '../usage/estimates.ts'
import { runningEstimates } from '../usage/running-estimates.ts'

/** Compares what running periods cost with the alerts and spending caps that users have set. */
export class UsageAlerts {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Sends each alert once per period, and blocks or releases accounts at their cap. */
  async run(): Promise<{ alerts: number }> {
    let alerts = 0
    const condition =
      '(a.alert_amount is not null and a.alert_sent_at is null) or a.spending_cap is not null or a.cap_reached'
    for await (const estimates of runningEstimates(this.db, condition))
      for (const estimate of estimates) alerts += (await this.db.transaction((tx) => this.check(tx, estimate))) ? 1 : 0
    return { alerts }
  }

  /** True when it sent the alert. Does nothing when the period of the estimate was billed meanwhile. */
  async check(tx: Tx, { subscription, bill, total, period }: Estimate): Promise<boolean> {
    const { id, user_id: userId } = subscription
    // A settlement changes this row and the period in one transaction: with the row locked, the period stays.
    await tx.query('select 1 from billing_accounts where user_id = $1 for update', [userId])
    const running = await tx.query(
      `select 1 from subscriptions where id = $1 and date_trunc('milliseconds', period_from) = $2
       and status in ('active', 'cancelled')`,
      [id, period.from],
    )
    if (running.length === 0) return false
    const changed = await tx.query(
      `update billing_accounts set cap_reached = coalesce(spending_cap <= $2, false) where user_id = $1
       and cap_reached <> coalesce(spending_cap <= $2, false) returning user_id`,
      [userId, bill.total],
    )
    if (changed.length > 0) tx.emit('billing.entitlements.changed', { userIds: [userId] })
    const [alert] = await tx.query<{ amount: number }>(
      `update billing_accounts set alert_sent_at = now() where user_id = $1 and alert_sent_at is null
       and alert_amount < $2 returning alert_amount as amount`,
      [userId, total],
    )
    if (alert) tx.emit('billing.alert.reached', { userId, amount: alert.amount, total, currency: bill.currency })
    return alert !== undefined
  }
}
