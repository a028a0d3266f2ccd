import { Migration } from '@mikro-orm/migrations'

/** Links without downloads show further pages of a PDF: its pages are counted when its thumbnails are made, once more of those stored. */
export class Migration20261124001050_document_pages extends Migration {
  override up(): void {
    this.addSql('alter table blobs add column pages integer')
    this.addSql(
      `update blobs set thumbnail_status = 'pending' where thumbnail_status = 'ready' and media_type = 'application/pdf'`,
    )
  }

  override down(): void {
    this.addSql('alter table blobs drop column pages')
  }
}
