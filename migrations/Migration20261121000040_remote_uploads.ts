import { Migration } from '@mikro-orm/migrations'

/**
 * Files that the server fetches from elsewhere: what was asked for together, and each address with how far it is.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000040_remote_uploads extends Migration {
  override up(): void {
    this.addSql(`create table remote_batches (
      id uuid not null primary key,
      principal text not null,
      actor_id uuid null references users (id) on delete cascade,
      payer_id uuid not null references users (id) on delete cascade,
      root_id uuid null references items (id) on delete cascade,
      permission text not null,
      parent_id uuid null references items (id) on delete set null,
      had_parent boolean not null,
      created_at timestamptz not null default now(),
      finished_at timestamptz null
    )`)
    this.addSql('create index remote_batches_principal_index on remote_batches (principal, created_at)')
    this.addSql('create index remote_batches_finished_at_index on remote_batches (finished_at)')
    this.addSql('create index remote_batches_actor_id_index on remote_batches (actor_id)')
    this.addSql('create index remote_batches_payer_id_index on remote_batches (payer_id)')
    this.addSql('create index remote_batches_root_id_index on remote_batches (root_id) where root_id is not null')
    this.addSql('create index remote_batches_parent_id_index on remote_batches (parent_id) where parent_id is not null')
    this.addSql(`create table remote_urls (
      id uuid not null primary key,
      batch_id uuid not null references remote_batches (id) on delete cascade,
      position int not null,
      url text not null,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
      reason text null,
      name text null,
      total bigint null,
      received bigint not null default 0,
      validator text null,
      item_id uuid null references items (id) on delete set null,
      lease uuid null,
      lease_until timestamptz null
    )`)
    this.addSql('create index remote_urls_batch_id_index on remote_urls (batch_id, position)')
    this.addSql("create index remote_urls_open_index on remote_urls (batch_id) where status in ('waiting', 'running')")
    this.addSql('create index remote_urls_item_id_index on remote_urls (item_id) where item_id is not null')
  }
}
