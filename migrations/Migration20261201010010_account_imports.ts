import { Migration } from '@mikro-orm/migrations'

const kinds = "'copy', 'move', 'trash', 'restore', 'purge', 'extract', 'rewind'"
const actions = "'walk', 'walk-new', 'trash', 'place', 'leave', 'deleted', 'folder-deleted', 'moved-away'"

/** Operations import the export of an account, and note which item stands for which of it (decision 0053). */
export class Migration20261201010010_account_imports extends Migration {
  override up(): void {
    this.addSql('alter table operations add column imported jsonb null')
    this.replaceChecks(`${kinds}, 'import'`, `${actions}, 'import'`)
    this.addSql(`create index operation_items_imported_index on operation_items (operation_id, from_id)
      where action = 'import'`)
  }

  override down(): void {
    this.addSql(`delete from operations where kind = 'import'`)
    this.addSql('drop index operation_items_imported_index')
    this.replaceChecks(kinds, actions)
    this.addSql('alter table operations drop column imported')
  }

  private replaceChecks(ofKind: string, ofAction: string): void {
    this.addSql('alter table operations drop constraint operations_kind_check')
    this.addSql(`alter table operations add constraint operations_kind_check check (kind in (${ofKind}))`)
    this.addSql('alter table operation_items drop constraint operation_items_action_check')
    this.addSql(
      `alter table operation_items add constraint operation_items_action_check check (action in (${ofAction}))`,
    )
  }
}
