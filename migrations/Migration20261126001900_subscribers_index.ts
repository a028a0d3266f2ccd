import { Migration } from '@mikro-orm/migrations'

/** The subscribers of plans are counted in the index alone. */
export class Migration20261126001900_subscribers_index extends Migration {
  override up(): void {
    this.addSql(`create index subscriptions_subscribers_index on subscriptions (plan_version_id)
      where status in ('active', 'cancelled')`)
  }

  override down(): void {
    this.addSql('drop index subscriptions_subscribers_index')
  }
}
