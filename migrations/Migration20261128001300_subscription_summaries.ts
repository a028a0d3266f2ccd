import { Migration } from '@mikro-orm/migrations'

/** The current subscriptions to fixed plans, by which the administrators' list of accounts is filtered. */
export class Migration20261128001300_subscription_summaries extends Migration {
  override up(): void {
    this.addSql(`create view subscription_summaries as
      select s.user_id, s.status, v.plan_id from subscriptions s join plan_versions v on v.id = s.plan_version_id
      where s.status in ('active', 'cancelled') and v.meters is null`)
  }

  override down(): void {
    this.addSql('drop view subscription_summaries')
  }
}
