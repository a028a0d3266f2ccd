import { Migration } from '@mikro-orm/migrations'

const columns = 'id, parent_id, is_folder, name, child_count, created_at, trashed_at'

/**
 * The content that an uploader has sent, so that they cannot download what its owner stores in its place. Null for files that
 * were sent before: their content may have been replaced, or not.
 */
export class Migration20261130050000_sent_content extends Migration {
  override up(): void {
    this.addSql('alter table file_request_items add column blob_id uuid')
    this.addSql(`create or replace view item_summaries as select ${columns}, blob_id from items`)
  }

  override down(): void {
    this.addSql('drop view item_summaries')
    this.addSql(`create view item_summaries as select ${columns} from items`)
    this.addSql('alter table file_request_items drop column blob_id')
  }
}
