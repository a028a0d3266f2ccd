import { Migration } from '@mikro-orm/migrations'

/**
 * Deeds over so many items that they go on after the answer, step by step, across restarts.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000030_operations extends Migration {
  override up(): void {
    this.addSql(`create table operations (
      id uuid not null default gen_random_uuid() primary key,
      kind text not null check (kind in ('copy', 'move', 'trash', 'restore', 'purge')),
      owner_id uuid not null references users (id) on delete cascade,
      actor_id uuid null references users (id) on delete cascade,
      scope jsonb not null,
      input jsonb not null,
      to_id uuid null,
      state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
      done int not null default 0 check (done >= 0),
      total int null,
      prepared boolean not null default false,
      position bigint not null default 0,
      reserved bigint not null default 0 check (reserved >= 0),
      attempts int not null default 0,
      error text null,
      created_at timestamptz not null default date_trunc('milliseconds', now()),
      updated_at timestamptz not null default now()
    )`)
    this.addSql('create index operations_actor_id_index on operations (actor_id, created_at)')
    this.addSql('create index operations_owner_id_index on operations (owner_id)')
    this.addSql(`create index operations_running_index on operations (updated_at) where state = 'running'`)
    // What an operation is about, in its order; for copies the folders that are still to be gone through.
    this.addSql(`create table operation_items (
      operation_id uuid not null references operations (id) on delete cascade,
      position bigint generated always as identity,
      item_id uuid null,
      from_id uuid null,
      copy_id uuid null,
      after_id uuid null,
      after_key bigint null,
      after_folder boolean null,
      primary key (operation_id, position)
    )`)
    this.addSql(
      'create index operation_items_waiting_index on operation_items (operation_id, position) where from_id is null',
    )
  }
}
