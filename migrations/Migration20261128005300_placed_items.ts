import { Migration } from '@mikro-orm/migrations'

/** Items know the action that placed them, so that an action in several batches or calls does not replace its own items. */
export class Migration20261128005300_placed_items extends Migration {
  override up(): void {
    this.addSql('alter table items add column placed_by uuid')
  }

  override down(): void {
    this.addSql('alter table items drop column placed_by')
  }
}
