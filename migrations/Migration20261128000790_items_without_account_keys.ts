import { Migration } from '@mikro-orm/migrations'

const tables = ['items', 'item_versions'] as const

/** Each condition has an index of its own: an item outside the trash lies below one of the root or of the trash. */
const owned = [
  'parent_id is null and trashed_at is null',
  'trashed_at is not null and merged_by is null',
  'trashed_at is not null and merged_by is not null',
]
  .map((condition) => `exists (select from items where owner_id = old.id and ${condition})`)
  .join(' or ')

/**
 * The deletion of an account looked for its id in all items, once for each foreign key, and never ended in a large
 * installation. Indexes for these keys would be written by each upload, so the keys are dropped. Creators: storage clears
 * them by an index of the few items that lie in folders of other accounts. Owners: two triggers, for which indexes exist.
 */
export class Migration20261128000790_items_without_account_keys extends Migration {
  override up(): void {
    this.addSql('alter table items drop constraint items_owner_id_fkey')
    for (const table of tables) {
      this.addSql(`alter table ${table} drop constraint ${table}_creator_id_fkey`)
      this.addSql(
        `create index ${table}_foreign_creator_index on ${table} (creator_id, id) where creator_id <> owner_id`,
      )
    }
    // As the check of a foreign key does: whoever deletes the account waits, or has deleted it.
    this.addSql(`create function require_item_owner() returns trigger language plpgsql as $$
      begin
        perform from users where id = new.owner_id for key share;
        if not found then
          raise foreign_key_violation using message = 'the owner of the item does not exist';
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger items_owner after insert on items for each row when (new.parent_id is null)
      execute function require_item_owner()`)
    this.addSql(`create function keep_item_owner() returns trigger language plpgsql as $$
      begin
        if ${owned} then
          raise foreign_key_violation using message = 'the account still owns items';
        end if;
        return null;
      end $$`)
    this.addSql('create trigger users_items after delete on users for each row execute function keep_item_owner()')
  }

  override down(): void {
    this.addSql('drop trigger users_items on users')
    this.addSql('drop trigger items_owner on items')
    this.addSql('drop function keep_item_owner()')
    this.addSql('drop function require_item_owner()')
    for (const table of tables) {
      this.addSql(`drop index ${table}_foreign_creator_index`)
      this.addSql(`update ${table} set creator_id = null
        where creator_id is not null and not exists (select 1 from users where users.id = creator_id)`)
      this.addSql(`alter table ${table} add constraint ${table}_creator_id_fkey
        foreign key (creator_id) references users (id) on delete set null`)
    }
    this.addSql(`alter table items add constraint items_owner_id_fkey
      foreign key (owner_id) references users (id) on delete cascade`)
  }
}
