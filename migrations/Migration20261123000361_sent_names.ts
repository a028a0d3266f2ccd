import { Migration } from '@mikro-orm/migrations'

/**
 * What guests of upload requests called what they sent. A name that is taken in the folder is numbered (API.md D50), and the
 * number would tell them of what others sent (SECURITY A18): they go on seeing their own. Null: as the item is called.
 */
export class Migration20261123000361_sent_names extends Migration {
  override up(): void {
    this.addSql('alter table request_items add column sent_name text collate natural_name null')
  }

  override down(): void {
    this.addSql('alter table request_items drop column sent_name')
  }
}
