import { Migration } from '@mikro-orm/migrations'

/** Where an item is counted: its folder, null for the owner's trash. Active items at the root are counted nowhere. */
const countedIn = (item: string) => `(case when ${item}.trashed_at is null then ${item}.parent_id end)`
const isCounted = (item: string) => `(${item}.trashed_at is not null or ${item}.parent_id is not null)`

const inserted = `begin
    insert into folder_size_deltas (owner_id, folder_id, size, files, folders)
    select owner_id, ${countedIn('fresh')}, sum(size), count(*) filter (where not is_folder), count(*) filter (where is_folder)
    from fresh where ${isCounted('fresh')} group by 1, 2;
    return null;
  end`

// A folder is deleted when it is empty: its size so far is what its own deltas, deleted with it, take back.
const deleted = `begin
    with emptied as (
      delete from folder_sizes s using gone g where g.is_folder and s.folder_id = g.id
      returning s.folder_id, s.size, s.files, s.folders
    ) insert into folder_size_deltas (owner_id, folder_id, size, files, folders)
    select g.owner_id, ${countedIn('g')}, -sum(g.size + coalesce(e.size, 0)),
      -sum(case when g.is_folder then coalesce(e.files, 0) else 1 end),
      -sum(case when g.is_folder then coalesce(e.folders, 0) + 1 else 0 end)
    from gone g left join emptied e on e.folder_id = g.id where ${isCounted('g')} group by 1, 2;
    return null;
  end`

// A moved folder takes its aggregated size along; deltas recorded below it reach its new ancestors when aggregated.
const updated = `declare
    old_size bigint := old.size;
    new_size bigint := new.size;
    n_files bigint := 1;
    n_folders bigint := 0;
  begin
    if ${countedIn('old')} is not distinct from ${countedIn('new')} and (old.trashed_at is null) = (new.trashed_at is null) then
      insert into folder_size_deltas (owner_id, folder_id, size, files, folders)
      select new.owner_id, ${countedIn('new')}, new_size - old_size, 0, 0 where ${isCounted('new')} and new_size <> old_size;
      return null;
    end if;
    if new.is_folder then
      select coalesce(sum(size), 0), coalesce(sum(files), 0), coalesce(sum(folders), 0) + 1
      into new_size, n_files, n_folders from folder_sizes where folder_id = new.id;
      old_size := new_size;
    end if;
    insert into folder_size_deltas (owner_id, folder_id, size, files, folders)
    select new.owner_id, folder_id, size, files, folders from (values
      (${countedIn('old')}, ${isCounted('old')}, -old_size, -n_files, -n_folders),
      (${countedIn('new')}, ${isCounted('new')}, new_size, n_files, n_folders)
    ) as w (folder_id, counted, size, files, folders) where counted;
    return null;
  end`

const insertedBefore = `begin
    insert into folder_size_deltas (owner_id, folder_id, size, files)
    select owner_id, parent_id, sum(size), count(*) from fresh
    where not is_folder and parent_id is not null and trashed_at is null group by owner_id, parent_id;
    return null;
  end`

const deletedBefore = `begin
    insert into folder_size_deltas (owner_id, folder_id, size, files)
    select owner_id, parent_id, -sum(size), -count(*) from gone
    where not is_folder and parent_id is not null and trashed_at is null group by owner_id, parent_id;
    with emptied as (
      delete from folder_sizes s using gone g where g.is_folder and s.folder_id = g.id
      returning g.owner_id, g.parent_id, g.trashed_at, s.size, s.files
    ) insert into folder_size_deltas (owner_id, folder_id, size, files)
    select owner_id, parent_id, -sum(size), -sum(files) from emptied
    where parent_id is not null and trashed_at is null group by owner_id, parent_id;
    return null;
  end`

const updatedBefore = `declare
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
      insert into folder_size_deltas (owner_id, folder_id, size, files) select new.owner_id, new.parent_id, new_size - old_size, 0
      where new.parent_id is not null;
      return null;
    end if;
    insert into folder_size_deltas (owner_id, folder_id, size, files)
    select new.owner_id, folder_id, size, files from (values
      (old.parent_id, old.trashed_at, -old_size, -n), (new.parent_id, new.trashed_at, new_size, n)
    ) as w (folder_id, trashed_at, size, files) where folder_id is not null and trashed_at is null;
    return null;
  end`

const functionNames = ['record_inserted_sizes', 'record_deleted_sizes', 'record_updated_size'] as const

/** Active folders below each folder, up to and including the root of a trashed tree. */
const countFolders = `insert into folder_sizes (folder_id, size, files, folders)
  with recursive own as (
    select parent_id as id, count(*) as folders from items
    where is_folder and trashed_at is null and parent_id is not null group by parent_id
  ), up as (
    select i.id, i.parent_id, i.trashed_at, own.folders from own join items i on i.id = own.id
    union all
    select p.id, p.parent_id, p.trashed_at, up.folders from up join items p on p.id = up.parent_id
    where up.trashed_at is null
  ) select id, 0, 0, sum(folders) from up group by id
  on conflict (folder_id) do update set folders = excluded.folders`

/** Deltas that are not aggregated yet are added to these sums later. */
const countTrash = `update usage set trash_files = t.files, trash_folders = t.folders, trash_bytes = t.size from (
    select i.owner_id, sum(i.size + coalesce(z.size, 0)) as size,
      sum(case when i.is_folder then coalesce(z.files, 0) else 1 end) as files,
      sum(case when i.is_folder then coalesce(z.folders, 0) + 1 else 0 end) as folders
    from items i left join folder_sizes z on z.folder_id = i.id where i.trashed_at is not null group by i.owner_id
  ) t where t.owner_id = usage.user_id`

/**
 * Files, folders and bytes of each owner's trash, and the folders of each tree, aggregated like the sizes of folders
 * (decision 0023): the trash is summarized without walking it.
 */
export class Migration20261123000810_trash_sizes extends Migration {
  override up(): void {
    this.addSql('lock table items in share row exclusive mode')
    this.addSql('alter table folder_sizes add column folders bigint not null default 0')
    this.addSql('alter table folder_size_deltas add column folders bigint not null default 0')
    this.addSql('alter table folder_size_deltas alter column folder_id drop not null')
    for (const column of ['trash_files', 'trash_folders', 'trash_bytes'])
      this.addSql(`alter table usage add column ${column} bigint not null default 0`)
    this.addSql(countFolders)
    this.addSql(countTrash)
    this.defineFunctions([inserted, deleted, updated])
  }

  override down(): void {
    this.addSql('lock table items in share row exclusive mode')
    this.defineFunctions([insertedBefore, deletedBefore, updatedBefore])
    for (const column of ['trash_files', 'trash_folders', 'trash_bytes'])
      this.addSql(`alter table usage drop column ${column}`)
    // Deltas of the trash; `up` counts the trash anew.
    this.addSql('delete from folder_size_deltas where folder_id is null')
    this.addSql('alter table folder_size_deltas alter column folder_id set not null')
    this.addSql('alter table folder_size_deltas drop column folders')
    this.addSql('alter table folder_sizes drop column folders')
    this.addSql('delete from folder_sizes where size = 0 and files = 0')
  }

  private defineFunctions(bodies: readonly string[]): void {
    for (const [index, body] of bodies.entries())
      this.addSql(
        `create or replace function ${functionNames[index]}() returns trigger language plpgsql as $$ ${body} $$`,
      )
  }
}
