import { Migration } from '@mikro-orm/migrations'

/** The job that deletes notifications finds those that were not read for a year, without reading all unread ones. */
export class Migration20261129040000_unread_notifications_by_time extends Migration {
  override up(): void {
    this.addSql(
      'create index notifications_unread_created_at_index on notifications (created_at) where read_at is null',
    )
  }

  override down(): void {
    this.addSql('drop index notifications_unread_created_at_index')
  }
}
