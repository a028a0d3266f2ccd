import { Migration } from '@mikro-orm/migrations'

/** Who has which folder open. Rows of a process that no longer renews its own row are deleted by the others. */
export class Migration20261123000966_folder_presence extends Migration {
  override up(): void {
    this.addSql(`create table presence_processes (
      id uuid primary key,
      seen_at timestamptz not null default now())`)
    this.addSql(`create table folder_presence (
      socket_id text primary key,
      process_id uuid not null references presence_processes (id) on delete cascade,
      folder_id uuid not null references items (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      entered_at timestamptz not null default now())`)
    this.addSql('create index folder_presence_process_id_index on folder_presence (process_id)')
    this.addSql('create index folder_presence_folder_id_index on folder_presence (folder_id)')
    this.addSql('create index folder_presence_user_id_index on folder_presence (user_id)')
  }

  override down(): void {
    this.addSql('drop table folder_presence')
    this.addSql('drop table presence_processes')
  }
}
