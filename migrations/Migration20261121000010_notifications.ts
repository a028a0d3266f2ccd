import { Migration } from '@mikro-orm/migrations'

/**
 * What people are told. Texts are kept as names and values, and rendered in the reader's language.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000010_notifications extends Migration {
  override up(): void {
    this.addSql(`create table notifications (
      id uuid not null primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      category text not null,
      template text not null,
      params jsonb not null default '{}',
      action jsonb null,
      created_at timestamptz not null default now(),
      read_at timestamptz null
    )`)
    this.addSql('create index notifications_user_index on notifications (user_id, created_at desc, id desc)')
    this.addSql('create index notifications_unread_index on notifications (user_id) where read_at is null')
    this.addSql('create index notifications_read_index on notifications (read_at) where read_at is not null')
  }
}
