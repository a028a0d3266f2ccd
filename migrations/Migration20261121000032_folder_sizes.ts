import { Migration } from '@mikro-orm/migrations'

/**
 * What is in a folder's whole tree, without walking it (decision 0023): triggers note each change in `size_deltas`, where
 * rows are only added; `folder_sizes` is what they add up to so far. No foreign keys: writing here locks no item.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000032_folder_sizes extends Migration {
  override up(): void {
    this.addSql(`create table folder_sizes (
      folder_id uuid not null primary key,
      size bigint not null,
      files bigint not null
    ) with (fillfactor = 70)`)
    this.addSql(`create table size_deltas (
      owner_id uuid not null,
      id bigint generated always as identity,
      folder_id uuid not null,
      size bigint not null,
      files bigint not null,
      primary key (owner_id, id)
    )`)
    this.addSql(`insert into folder_sizes (folder_id, size, files)
      with recursive own as (
        select parent_id as id, sum(size) as size, count(*) as files from items
        where not is_folder and trashed_at is null and parent_id is not null group by parent_id
      ), up as (
        select i.id, i.parent_id, i.trashed_at, own.size, own.files from own join items i on i.id = own.id
        union all
        select p.id, p.parent_id, p.trashed_at, up.size, up.files from up join items p on p.id = up.parent_id
        where up.trashed_at is null
      ) select id, sum(size), sum(files) from up group by id`)

    this.addSql(`create function note_sizes_of_new() returns trigger language plpgsql as $$
      begin
        insert into size_deltas (owner_id, folder_id, size, files)
        select owner_id, parent_id, sum(size), count(*) from fresh
        where not is_folder and parent_id is not null and trashed_at is null group by owner_id, parent_id;
        return null;
      end $$`)
    this.addSql(`create trigger items_note_new_sizes after insert on items referencing new table as fresh
      for each statement execute function note_sizes_of_new()`)

    // A folder goes when it is empty: what was folded into it is what its own notes, which go with it, take back.
    this.addSql(`create function note_sizes_of_gone() returns trigger language plpgsql as $$
      begin
        insert into size_deltas (owner_id, folder_id, size, files)
        select owner_id, parent_id, -sum(size), -count(*) from gone
        where not is_folder and parent_id is not null and trashed_at is null group by owner_id, parent_id;
        with emptied as (
          delete from folder_sizes s using gone g where g.is_folder and s.folder_id = g.id
          returning g.owner_id, g.parent_id, g.trashed_at, s.size, s.files
        ) insert into size_deltas (owner_id, folder_id, size, files)
        select owner_id, parent_id, -sum(size), -sum(files) from emptied
        where parent_id is not null and trashed_at is null group by owner_id, parent_id;
        return null;
      end $$`)
    this.addSql(`create trigger items_note_gone_sizes after delete on items referencing old table as gone
      for each statement execute function note_sizes_of_gone()`)

    // A folder takes along what was folded into it; what is noted below it follows by itself.
    this.addSql(`create function note_size_of_moved() returns trigger language plpgsql as $$
      declare
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
          insert into size_deltas (owner_id, folder_id, size, files) select new.owner_id, new.parent_id, new_size - old_size, 0
          where new.parent_id is not null;
          return null;
        end if;
        insert into size_deltas (owner_id, folder_id, size, files)
        select new.owner_id, folder_id, size, files from (values
          (old.parent_id, old.trashed_at, -old_size, -n), (new.parent_id, new.trashed_at, new_size, n)
        ) as w (folder_id, trashed_at, size, files) where folder_id is not null and trashed_at is null;
        return null;
      end $$`)
    this.addSql(`create trigger items_note_moved_size after update of parent_id, trashed_at, size on items for each row
      when (old.parent_id is distinct from new.parent_id or old.size <> new.size
        or (old.trashed_at is null) <> (new.trashed_at is null))
      execute function note_size_of_moved()`)
  }
}
