import { Migration } from '@mikro-orm/migrations'

/** Each file of a request with a limit counts what its uploaders have deleted: without the index, by reading all its rows. */
export class Migration20261129036000_removed_request_items extends Migration {
  override up(): void {
    this.addSql(`create index file_request_items_removed_index on file_request_items (request_id)
      where removed_at is not null and not is_folder`)
  }

  override down(): void {
    this.addSql('drop index file_request_items_removed_index')
  }
}
