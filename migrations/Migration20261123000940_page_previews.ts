import { Migration } from '@mikro-orm/migrations'

/** PDFs show their first page: those that are stored already wait for theirs too. */
export class Migration20261123000940_page_previews extends Migration {
  override up(): void {
    this.addSql(
      `update blobs set thumbnail_status = 'pending' where thumbnail_status = 'none' and media_type = 'application/pdf'`,
    )
  }

  override down(): void {
    this.addSql(
      `update blobs set thumbnail_status = 'none', width = null, height = null where media_type = 'application/pdf'`,
    )
  }
}
