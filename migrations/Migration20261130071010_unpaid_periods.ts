import { Migration } from '@mikro-orm/migrations'

/** Whether the running period of a subscription at a gateway is paid: a renewal is not in its first hour at Stripe. */
export class Migration20261130071010_unpaid_periods extends Migration {
  override up(): void {
    this.addSql('alter table gateway_subscriptions add column is_unpaid boolean not null default false')
    this.addSql('update gateway_subscriptions set is_unpaid = true where past_due is not null')
  }

  override down(): void {
    this.addSql('alter table gateway_subscriptions drop column is_unpaid')
  }
}
