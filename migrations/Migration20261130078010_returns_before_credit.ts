import { Migration } from '@mikro-orm/migrations'

/** The payment `t` is of an earlier period than the one of the account's plan at Stripe that runs. */
const isOfEarlierPeriod = `t.gateway = 'stripe' and exists (select 1 from subscriptions s
  where s.user_id = t.user_id and s.gateway = t.gateway and s.status in ('active', 'cancelled')
  and s.period_from - interval '1 day' > coalesce((select i.period_from from invoices i where i.transaction_id = t.id), t.created_at))`

/**
 * What went back of earlier periods ends no plan, as it did not when it was stored. From now on a period that the credit of a
 * change pays for counts as paid by the last payments before it.
 */
export class Migration20261130078010_returns_before_credit extends Migration {
  override up(): void {
    this.addSql(`update gateway_reversals v set ends_plan = false from ledger_transactions t
      where v.status = 'taken' and t.gateway = v.gateway and t.reference = v.payment and ${isOfEarlierPeriod}`)
    this.addSql(`update refund_requests r set ends_plan = false from ledger_transactions t
      where r.completed_at is not null and t.id = r.transaction_id and ${isOfEarlierPeriod}`)
  }

  /** The version before knows no credit: it reads the column as this one does. */
  override down(): void {}
}
