import { Migration } from '@mikro-orm/migrations'

/**
 * Where an item's name has to be free: its folder, its owner for the root, nowhere (null) in the trash. No condition of the
 * index: one that is only about the trash would draw searches to read that index from end to end.
 */
const folderOf = (item = '') =>
  `case when ${item}trashed_at is null then coalesce(${item}parent_id, ${item}owner_id) end`

/**
 * Two live items of one name in one folder do not come into being (API.md D50). A trigger gives an item whose name is
 * taken the next free one, whichever statement writes it; the unique index holds it. Names are compared byte by byte, files and folders alike. The index keeps a hash of the name: two
 * names of one hash would only be numbered without need.
 */
export class Migration20261123000360_item_names extends Migration {
  override up(): void {
    // The same as `numbered` of `uploads/numbered-name.ts`, and a test compares them.
    this.addSql(String.raw`create function numbered_name(name text, number bigint, is_folder boolean) returns text
      language plpgsql immutable strict parallel safe as $$
      declare
        extension text := case when is_folder then '' else coalesce(substring(name from '^.+(\.[^.]+)$'), '') end;
        suffix text := ' (' || number || ')';
        stem text;
      begin
        if octet_length(extension) > 200 then extension := ''; end if;
        stem := left(name, length(name) - length(extension));
        while octet_length(stem) + octet_length(suffix) + octet_length(extension) > 255 loop
          stem := left(stem, -1);
        end loop;
        return stem || suffix || extension;
      end $$`)

    this.addSql(`create function is_name_taken(folder uuid, item uuid, wanted text) returns boolean
      language plpgsql as $$
      begin
        return exists (select from items i where ${folderOf('i.')} = folder
          and hashtextextended(i.name, 0) = hashtextextended(wanted, 0) and i.id <> item);
      end $$`)
    // The lowest numbers are tried one by one. Beyond them the step doubles, then halves: the ten-thousandth file of a
    // name takes thirty looks, not ten thousand.
    this.addSql(`create function free_name(folder uuid, item uuid, wanted text, is_folder boolean) returns text
      language plpgsql as $$
      declare
        taken bigint := 0;
        free bigint := 1;
        middle bigint;
      begin
        while is_name_taken(folder, item, numbered_name(wanted, free, is_folder)) loop
          taken := free;
          free := case when free < 8 then free + 1 else free * 2 end;
        end loop;
        while free - taken > 1 loop
          middle := (taken + free) / 2;
          if is_name_taken(folder, item, numbered_name(wanted, middle, is_folder)) then taken := middle; else free := middle; end if;
        end loop;
        return numbered_name(wanted, free, is_folder);
      end $$`)

    // Nobody writes between the numbering and the index.
    this.addSql('lock table items in share row exclusive mode')
    // The oldest keeps its name. Where there is something to number, an index answers what is taken meanwhile.
    this.addSql(`do $$ declare item uuid; begin
      create temp table repeated_names on commit drop as
        select id, created_at from (
          select id, created_at, row_number() over (
            partition by coalesce(parent_id, owner_id), hashtextextended(name, 0) order by created_at, id
          ) as nth from items where trashed_at is null
        ) named where nth > 1;
      if not exists (select from repeated_names) then return; end if;
      create index items_repeated_names_index on items ((${folderOf()}), hashtextextended(name, 0));
      -- Without statistics of its expressions the planner may not use it, and each name walks its whole folder.
      analyze items;
      for item in select id from repeated_names order by created_at, id loop
        update items set name = free_name(coalesce(parent_id, owner_id), id, name, is_folder) where id = item;
      end loop;
      drop index items_repeated_names_index;
    end $$`)
    this.addSql(`create unique index items_name_unique on items ((${folderOf()}), hashtextextended(name, 0))`)

    // Who names items of one owner takes turns (`services/tree-lock.ts`); writers take the lock before those of rows, and
    // it is held already. Volatile, so that it sees what was committed a moment ago and what its own statement has written.
    this.addSql(`create function give_free_name() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended('coffer.names.' || new.owner_id, 0));
        if exists (select from items i where ${folderOf('i.')} = coalesce(new.parent_id, new.owner_id)
          and hashtextextended(i.name, 0) = hashtextextended(new.name, 0) and i.id <> new.id)
        then new.name := free_name(coalesce(new.parent_id, new.owner_id), new.id, new.name, new.is_folder);
        end if;
        return new;
      end $$`)
    this.addSql(`create trigger items_name_new before insert on items for each row
      when (new.trashed_at is null) execute function give_free_name()`)
    this.addSql(`create trigger items_name_changed before update of name, parent_id, trashed_at on items for each row
      when (new.trashed_at is null and (old.name <> new.name or old.parent_id is distinct from new.parent_id
        or old.trashed_at is not null))
      execute function give_free_name()`)
  }

  /** Numbered names stay: that an item had another one is not kept. */
  override down(): void {
    this.addSql('drop trigger items_name_changed on items')
    this.addSql('drop trigger items_name_new on items')
    this.addSql('drop index items_name_unique')
    this.addSql('drop function give_free_name, free_name, is_name_taken, numbered_name')
  }
}
