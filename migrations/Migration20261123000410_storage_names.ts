import { Migration } from '@mikro-orm/migrations'

type Rename = readonly [table: string, from: string, to: string]

const columns: readonly Rename[] = [
  ['usage', 'used', 'used_bytes'],
  ['usage', 'reserved', 'reserved_bytes'],
  ['usage', 'images', 'images_bytes'],
  ['usage', 'videos', 'videos_bytes'],
  ['usage', 'audios', 'audios_bytes'],
  ['usage', 'documents', 'documents_bytes'],
  ['traffic', 'upload', 'uploaded_bytes'],
  ['traffic', 'download', 'downloaded_bytes'],
  ['blobs', 'thumbnails', 'thumbnail_status'],
  ['operations', 'done', 'processed'],
  ['operations', 'to_id', 'target_folder_id'],
  ['operations', 'reserved', 'reserved_bytes'],
  ['zip_requests', 'chosen', 'selection'],
]

const jobs = [['fold-sizes', 'aggregate-folder-sizes'] as const, ['tidy-zips', 'cleanup-zips'] as const]

const functions = [
  ['note_sizes_of_new', 'record_inserted_sizes', 'items_note_new_sizes', 'items_record_inserted_sizes'],
  ['note_sizes_of_gone', 'record_deleted_sizes', 'items_note_gone_sizes', 'items_record_deleted_sizes'],
  ['note_size_of_moved', 'record_updated_size', 'items_note_moved_size', 'items_record_updated_size'],
] as const

/** Constraints that PostgreSQL named after a column (`usage_used_check`, `usage_used_not_null`) follow the column's new name. */
const renameConstraints = (table: string, from: string, to: string) => `do $$
  declare name text;
  begin
    for name in select conname from pg_constraint where conrelid = '${table}'::regclass
      and (conname = '${table}_${from}_check' or conname = '${table}_${from}_not_null') loop
      execute format('alter table ${table} rename constraint %I to %I', name, replace(name, '_${from}_', '_${to}_'));
    end loop;
  end $$`

/** Jobs that the version before queued run under their new names. A fresh database has no queue yet. */
const renameJob = (from: string, to: string) => `do $$
  begin
    if to_regclass('jobs._private_tasks') is not null then
      update jobs._private_tasks set identifier = '${to}' where identifier = '${from}'
        and not exists (select 1 from jobs._private_tasks where identifier = '${to}');
    end if;
  end $$`

/** Bodies of the triggers that record what a folder's own content changes by (decision 0023) in `deltas`. */
const bodies = (deltas: string): string[] => [
  `begin
    insert into ${deltas} (owner_id, folder_id, size, files)
    select owner_id, parent_id, sum(size), count(*) from fresh
    where not is_folder and parent_id is not null and trashed_at is null group by owner_id, parent_id;
    return null;
  end`,
  // A folder is deleted when it is empty: its size so far is what its own deltas, deleted with it, take back.
  `begin
    insert into ${deltas} (owner_id, folder_id, size, files)
    select owner_id, parent_id, -sum(size), -count(*) from gone
    where not is_folder and parent_id is not null and trashed_at is null group by owner_id, parent_id;
    with emptied as (
      delete from folder_sizes s using gone g where g.is_folder and s.folder_id = g.id
      returning g.owner_id, g.parent_id, g.trashed_at, s.size, s.files
    ) insert into ${deltas} (owner_id, folder_id, size, files)
    select owner_id, parent_id, -sum(size), -sum(files) from emptied
    where parent_id is not null and trashed_at is null group by owner_id, parent_id;
    return null;
  end`,
  // A moved folder takes its aggregated size along; deltas recorded below it reach its new ancestors when aggregated.
  `declare
    old_size bigint := old.size;
    new_size bigint := new.size;
    n bigint := 1;
  begin
    if new.is_folder then
      select size, files into new_size, n from folder_sizes where folder_id = new.id;
      if not found then return null; end if;
      old_size := new_size;
    end if;
    if old.parent_id is not distinct from new.parent_id and old.trashed_at is null and new.trashed_at is null then
      insert into ${deltas} (owner_id, folder_id, size, files) select new.owner_id, new.parent_id, new_size - old_size, 0
      where new.parent_id is not null;
      return null;
    end if;
    insert into ${deltas} (owner_id, folder_id, size, files)
    select new.owner_id, folder_id, size, files from (values
      (old.parent_id, old.trashed_at, -old_size, -n), (new.parent_id, new.trashed_at, new_size, n)
    ) as w (folder_id, trashed_at, size, files) where folder_id is not null and trashed_at is null;
    return null;
  end`,
]

/** Columns carry their unit, tables and triggers say what they hold; the JSON of operations names its target items. */
export class Migration20261123000410_storage_names extends Migration {
  override up(): void {
    for (const [table, from, to] of columns) this.renameColumn(table, from, to)
    this.renameDeltas('size_deltas', 'folder_size_deltas')
    for (const [was, now, trigger, newTrigger] of functions) {
      this.addSql(`alter function ${was}() rename to ${now}`)
      this.addSql(`alter trigger ${trigger} on items rename to ${newTrigger}`)
    }
    this.defineFunctions(
      'folder_size_deltas',
      functions.map(([, now]) => now),
    )
    this.renameInputKey('which', 'targets')
    for (const [from, to] of jobs) this.addSql(renameJob(from, to))
  }

  override down(): void {
    for (const [from, to] of jobs) this.addSql(renameJob(to, from))
    this.renameInputKey('targets', 'which')
    for (const [was, now, trigger, newTrigger] of functions) {
      this.addSql(`alter function ${now}() rename to ${was}`)
      this.addSql(`alter trigger ${newTrigger} on items rename to ${trigger}`)
    }
    this.renameDeltas('folder_size_deltas', 'size_deltas')
    this.defineFunctions(
      'size_deltas',
      functions.map(([was]) => was),
    )
    for (const [table, from, to] of columns) this.renameColumn(table, to, from)
  }

  private renameColumn(table: string, from: string, to: string): void {
    this.addSql(`alter table ${table} rename column ${from} to ${to}`)
    this.addSql(renameConstraints(table, from, to))
  }

  private renameDeltas(from: string, to: string): void {
    this.addSql(`alter table ${from} rename to ${to}`)
    this.addSql(`do $$
      declare name text;
      begin
        for name in select conname from pg_constraint where conrelid = '${to}'::regclass loop
          execute format('alter table ${to} rename constraint %I to %I', name, regexp_replace(name, '^${from}_', '${to}_'));
        end loop;
      end $$`)
    this.addSql(`alter sequence ${from}_id_seq rename to ${to}_id_seq`)
  }

  private defineFunctions(deltas: string, names: readonly string[]): void {
    for (const [index, body] of bodies(deltas).entries())
      this.addSql(`create or replace function ${names[index]}() returns trigger language plpgsql as $$ ${body} $$`)
  }

  private renameInputKey(from: string, to: string): void {
    this.addSql(`update operations set input = input - '${from}' || jsonb_build_object('${to}', input -> '${from}')
      where input ? '${from}'`)
  }
}
