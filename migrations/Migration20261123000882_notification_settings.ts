import { Migration } from '@mikro-orm/migrations'

/** How users are notified of each category, and which notifications wait for the daily digest. */
export class Migration20261123000882_notification_settings extends Migration {
  override up(): void {
    this.addSql(`create table notification_settings (
      user_id uuid not null references users (id) on delete cascade,
      category text not null,
      channel text not null constraint notification_settings_channel_check check (channel in ('app', 'mail', 'off')),
      primary key (user_id, category))`)
    this.addSql('alter table notifications add column by_mail boolean not null default false')
    this.addSql('create index notifications_digest_index on notifications (user_id) where by_mail')
  }

  override down(): void {
    this.addSql('drop index notifications_digest_index')
    this.addSql('alter table notifications drop column by_mail')
    this.addSql('drop table notification_settings')
  }
}
