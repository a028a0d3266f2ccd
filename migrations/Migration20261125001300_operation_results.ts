import { Migration } from '@mikro-orm/migrations'

/** What a background operation did about names that were taken is counted once, when it ends: its list may have a million rows. */
export class Migration20261125001300_operation_results extends Migration {
  override up(): void {
    this.addSql('alter table operations add column result jsonb')
  }

  override down(): void {
    this.addSql('alter table operations drop column result')
  }
}
