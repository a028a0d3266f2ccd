import { Migration } from '@mikro-orm/migrations'

/** Index for the retention of the trash, which would otherwise read the trash of all accounts for each hundred trees. */
export class Migration20261130024100_trash_retention_index extends Migration {
  override up(): void {
    this.addSql(`create index items_trash_retention_index on items (trashed_at, id)
      where trashed_at is not null and merged_by is null`)
  }

  override down(): void {
    this.addSql('drop index items_trash_retention_index')
  }
}
