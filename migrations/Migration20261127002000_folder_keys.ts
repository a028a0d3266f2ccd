import { Migration } from '@mikro-orm/migrations'

/** Columns that refer to folders only, with what happens when the folder is deleted. */
const references = [
  ['items', 'parent_id', ''],
  ['file_request_uploaders', 'folder_id', 'on delete set null'],
  ['file_requests', 'folder_id', 'on delete set null'],
  ['file_requests', 'parent_id', 'on delete set null'],
  ['folder_activity', 'folder_id', 'on delete cascade'],
  ['folder_presence', 'folder_id', 'on delete cascade'],
  ['remote_batches', 'parent_id', 'on delete set null'],
  ['remote_batches', 'root_id', 'on delete cascade'],
  ['team_folders', 'folder_id', 'on delete cascade'],
  ['upload_sessions', 'parent_id', 'on delete set null'],
  ['view_settings', 'folder_id', 'on delete cascade'],
] as const

/**
 * The id of a folder as a key of its own, which files do not have. PostgreSQL checks each foreign key to a deleted row one
 * by one: of the sixteen to an item eleven were to folders, and a purge deletes files.
 *
 * A plain column that a trigger sets: a generated one counts as changed by each update, which then locks the row against
 * whoever adds to the folder, and two moves that are harmless to each other end in a deadlock.
 */
export class Migration20261127002000_folder_keys extends Migration {
  override up(): void {
    this.addSql('alter table items add column folder_key uuid')
    // Neither names nor sizes change.
    this.addSql('alter table items disable trigger user')
    this.addSql('update items set folder_key = id where is_folder')
    this.addSql('alter table items enable trigger user')
    this.addSql(`alter table items
      add constraint items_folder_key_unique unique (folder_key),
      add constraint items_folder_key_check check (folder_key is not distinct from case when is_folder then id end)`)
    this.addSql(`create function set_folder_key() returns trigger language plpgsql as $$
      begin
        new.folder_key := new.id;
        return new;
      end $$`)
    this.addSql(`create trigger items_folder_key before insert on items for each row when (new.is_folder)
      execute function set_folder_key()`)
    this.refer('folder_key')
  }

  override down(): void {
    this.refer('id')
    this.addSql('drop trigger items_folder_key on items')
    this.addSql('drop function set_folder_key()')
    this.addSql('alter table items drop column folder_key')
  }

  /** Lets the columns refer to this column of `items`. */
  private refer(key: 'folder_key' | 'id'): void {
    for (const [table, column, rule] of references)
      this.addSql(`alter table ${table} drop constraint ${table}_${column}_fkey,
        add constraint ${table}_${column}_fkey foreign key (${column}) references items (${key}) ${rule}`)
  }
}
