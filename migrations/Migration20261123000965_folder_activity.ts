import { Migration } from '@mikro-orm/migrations'

/** Who did what in a folder. Rows are added; only the newest row of a folder counts further actions of its kind. */
export class Migration20261123000965_folder_activity extends Migration {
  override up(): void {
    this.addSql(`create table folder_activity (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references users (id) on delete cascade,
      folder_id uuid references items (id) on delete cascade,
      actor_id uuid references users (id) on delete set null,
      by_visitor boolean not null,
      action text not null,
      count integer not null,
      item_ids uuid[] not null,
      created_at timestamptz not null default now())`)
    this.addSql(
      'create index folder_activity_location_index on folder_activity (coalesce(folder_id, owner_id), created_at desc, id desc)',
    )
    this.addSql('create index folder_activity_folder_id_index on folder_activity (folder_id)')
    this.addSql('create index folder_activity_owner_id_index on folder_activity (owner_id)')
    this.addSql('create index folder_activity_actor_id_index on folder_activity (actor_id)')
    this.addSql('create index folder_activity_created_at_index on folder_activity (created_at)')
  }

  override down(): void {
    this.addSql('drop table folder_activity')
  }
}
