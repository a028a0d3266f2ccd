import { Migration } from '@mikro-orm/migrations'

/** Whether credit paid the running period of a subscription; the next report of its gateway says so. */
export class Migration20261201030001_periods_paid_by_credit extends Migration {
  override up(): void {
    this.addSql('alter table gateway_subscriptions add column is_paid_by_credit boolean not null default false')
  }

  override down(): void {
    this.addSql('alter table gateway_subscriptions drop column is_paid_by_credit')
  }
}
