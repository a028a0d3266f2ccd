import { Migration } from '@mikro-orm/migrations'

/** How a person shows each folder and list; settings of a folder end with it. */
export class Migration20261123000960_view_settings extends Migration {
  override up(): void {
    this.addSql(`create table view_settings (
      user_id uuid not null references users (id) on delete cascade,
      key text not null,
      folder_id uuid null references items (id) on delete cascade,
      settings jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (user_id, key))`)
    this.addSql('create index view_settings_folder_id_index on view_settings (folder_id)')
  }

  override down(): void {
    this.addSql('drop table view_settings')
  }
}
