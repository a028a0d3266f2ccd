import { Migration } from '@mikro-orm/migrations'

/** What a gateway could not charge for, and the plan that a subscription changes to with its next payment. */
export class Migration20261126002100_subscription_standing extends Migration {
  override up(): void {
    this.addSql(`alter table gateway_subscriptions add column past_due text, add column payment_url text,
      add column next_plan_version_id uuid references plan_versions (id) on delete no action on update no action`)
  }

  override down(): void {
    this.addSql(
      'alter table gateway_subscriptions drop column past_due, drop column payment_url, drop column next_plan_version_id',
    )
  }
}
