import { Migration } from '@mikro-orm/migrations'

/** Receipts are in the language of the page that an uploader has used. */
export class Migration20261129061100_uploader_locales extends Migration {
  override up(): void {
    this.addSql('alter table file_request_uploaders add column locale text')
  }

  override down(): void {
    this.addSql('alter table file_request_uploaders drop column locale')
  }
}
