import { Migration } from '@mikro-orm/migrations'

/**
 * What happened to each item of an operation whose names met others (API.md D50), so that one undo gives everything its old
 * place and name. `to_id` is the folder an entry goes into where that is not the operation's own. Operations that were
 * answered at once have a row as well, which the list of running operations leaves out (`background`).
 */
export class Migration20261123000400_operation_outcomes extends Migration {
  override up(): void {
    this.addSql('alter table operations add column background boolean not null default true')
    this.addSql('alter table operation_items rename column copy_id to to_id')
    this.addSql(`alter table operation_items
      add column outcome text null check (outcome in ('merged', 'replaced', 'skipped')),
      add column old_name text collate natural_name null,
      add column new_name text collate natural_name null`)
    this.addSql(`create index operation_items_outcome_index on operation_items (operation_id, item_id)
      where outcome in ('merged', 'replaced')`)
  }

  override down(): void {
    this.addSql('drop index operation_items_outcome_index')
    this.addSql('alter table operation_items drop column outcome, drop column old_name, drop column new_name')
    this.addSql('alter table operation_items rename column to_id to copy_id')
    this.addSql('alter table operations drop column background')
  }
}
