import { Migration } from '@mikro-orm/migrations'

const kinds = (names: string) => `check (kind in (${names}))`
const inFolder = (item: string) => `coalesce(${item}.parent_id, ${item}.owner_id)`

/**
 * The state that an item had before each change of its folder, name, content or presence in the trash (decision 0052). A
 * trigger records it, because seven statements change items. Content that is replaced by the same content has not changed.
 */
const record = `declare
    was bytea;
    stays boolean := old.parent_id is not distinct from new.parent_id and (old.trashed_at is null) = (new.trashed_at is null)
      and old.name collate "C" = new.name collate "C";
  begin
    if old.blob_id is not null then
      select sha256 into was from blobs where id = old.blob_id;
      if stays and exists (select from blobs where id = new.blob_id and sha256 = was) then return null; end if;
    end if;
    insert into item_history (owner_id, item_id, folder_id, entered_id, name, trashed, content, created_at)
    values (old.owner_id, old.id, ${inFolder('old')},
      case when new.trashed_at is null and (old.trashed_at is not null or old.parent_id is distinct from new.parent_id)
        then ${inFolder('new')} end,
      old.name, old.trashed_at is not null, was, old.created_at);
    return null;
  end`

/** No foreign keys: neither moves nor permanent deletions check any for each item. */
export class Migration20261130070001_item_history extends Migration {
  override up(): void {
    this.addSql(`create table item_history (
      id bigint generated always as identity primary key,
      owner_id uuid not null,
      item_id uuid not null,
      folder_id uuid not null,
      entered_id uuid null,
      name text not null,
      trashed boolean not null,
      content bytea null,
      created_at timestamptz not null,
      changed_at timestamptz not null default clock_timestamp()
    )`)
    this.addSql('create index item_history_item_index on item_history (item_id, changed_at, id)')
    this.addSql('create index item_history_folder_index on item_history (owner_id, folder_id, changed_at)')
    this.addSql(`create index item_history_entered_index on item_history (entered_id, changed_at)
      where entered_id is not null`)
    this.addSql('create index item_history_changed_at_index on item_history (changed_at)')
    this.addSql(`create table item_history_start (
      only_row boolean primary key default true constraint item_history_start_only_row check (only_row),
      since timestamptz not null
    )`)
    this.addSql(`create function record_item_history() returns trigger language plpgsql as $$ ${record} $$`)
    this.addSql(`create trigger items_history after update of parent_id, name, trashed_at, blob_id on items for each row
      when (old.parent_id is distinct from new.parent_id or (old.trashed_at is null) <> (new.trashed_at is null)
        or old.name collate "C" <> new.name collate "C" or old.blob_id is distinct from new.blob_id)
      execute function record_item_history()`)
    this.addSql(`alter table operation_items add column action text null constraint operation_items_action_check
      check (action in ('walk', 'walk-new', 'trash', 'place', 'leave', 'deleted', 'folder-deleted', 'moved-away'))`)
    this.replaceKinds("'copy', 'move', 'trash', 'restore', 'purge', 'extract', 'rewind'")
  }

  override down(): void {
    this.addSql(`delete from operations where kind = 'rewind'`)
    this.replaceKinds("'copy', 'move', 'trash', 'restore', 'purge', 'extract'")
    this.addSql('alter table operation_items drop column action')
    this.addSql('drop trigger items_history on items')
    this.addSql('drop function record_item_history')
    this.addSql('drop table item_history_start')
    this.addSql('drop table item_history')
  }

  private replaceKinds(names: string): void {
    this.addSql('alter table operations drop constraint operations_kind_check')
    this.addSql(`alter table operations add constraint operations_kind_check ${kinds(names)}`)
  }
}
