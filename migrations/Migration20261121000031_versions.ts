import { Migration } from '@mikro-orm/migrations'

/**
 * What a file held before it was replaced.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000031_versions extends Migration {
  override up(): void {
    this.addSql(`create table item_versions (
      id uuid not null default gen_random_uuid() primary key,
      item_id uuid not null references items (id) on delete cascade,
      owner_id uuid not null references users (id) on delete cascade,
      blob_id uuid not null references blobs (id),
      size bigint not null check (size >= 0),
      kind text not null check (kind in ('image', 'video', 'audio', 'document', 'other')),
      creator_id uuid null references users (id) on delete set null,
      modified_at timestamptz null,
      stored_at timestamptz not null,
      replaced_at timestamptz not null default now()
    )`)
    this.addSql('create index item_versions_item_id_index on item_versions (item_id, replaced_at, id)')
    this.addSql('create index item_versions_blob_id_index on item_versions (blob_id)')
    this.addSql('create index item_versions_owner_id_index on item_versions (owner_id)')
    this.addSql('create index item_versions_replaced_at_index on item_versions (replaced_at)')
  }
}
