import { Migration } from '@mikro-orm/migrations'

/** Folders that another module lists instead of the root of their owner: team folders. */
export class Migration20261123000883_root_exclusions extends Migration {
  override up(): void {
    this.addSql(`create table root_exclusions (
      item_id uuid primary key references items (id) on delete cascade,
      owner_id uuid not null references users (id) on delete cascade)`)
    this.addSql('create index root_exclusions_owner_id_index on root_exclusions (owner_id)')
    this.addSql('insert into root_exclusions (item_id, owner_id) select folder_id, owner_id from team_folders')
  }

  override down(): void {
    this.addSql('drop table root_exclusions')
  }
}
