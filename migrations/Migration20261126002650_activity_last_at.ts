import { Migration } from '@mikro-orm/migrations'

/** A row of a folder's activity counts for an hour: it shows when the last action was, not the first. */
export class Migration20261126002650_activity_last_at extends Migration {
  override up(): void {
    this.addSql('alter table folder_activity add column last_at timestamptz')
  }

  override down(): void {
    this.addSql('alter table folder_activity drop column last_at')
  }
}
