import { Migration } from '@mikro-orm/migrations'

/** Finds the largest files of an account. Small files are not in the index, so that their uploads cost nothing more. */
export class Migration20261123000894_largest_files extends Migration {
  override up(): void {
    this.addSql(
      `create index items_largest_index on items (owner_id, size desc)
       where not is_folder and trashed_at is null and size >= 1000000`,
    )
  }

  override down(): void {
    this.addSql('drop index items_largest_index')
  }
}
