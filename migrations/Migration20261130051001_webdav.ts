import { Migration } from '@mikro-orm/migrations'

/** Locks and properties of WebDAV clients (decision 0048). */
export class Migration20261130051001_webdav extends Migration {
  override up(): void {
    this.addSql(`create table webdav_locks (
      token uuid primary key,
      item_id uuid not null,
      owner_id uuid not null references users (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      is_exclusive boolean not null,
      is_deep boolean not null,
      holder text null,
      expires_at timestamptz not null
    )`)
    this.addSql('create index webdav_locks_owner_index on webdav_locks (owner_id, expires_at)')
    this.addSql('create index webdav_locks_user_index on webdav_locks (user_id)')
    this.addSql('create index webdav_locks_expires_at_index on webdav_locks (expires_at)')
    this.addSql(`create table webdav_properties (
      item_id uuid not null,
      namespace text not null,
      name text not null,
      owner_id uuid not null references users (id) on delete cascade,
      value text not null,
      primary key (item_id, namespace, name)
    )`)
    this.addSql('create index webdav_properties_owner_index on webdav_properties (owner_id)')
  }

  override down(): void {
    this.addSql('drop table webdav_properties')
    this.addSql('drop table webdav_locks')
  }
}
