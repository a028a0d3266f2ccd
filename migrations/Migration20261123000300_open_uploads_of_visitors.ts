import { Migration } from '@mikro-orm/migrations'

/** Uploads of callers without an account are limited by the network they come from, besides by their link. */
export class Migration20261123000300_open_uploads_of_visitors extends Migration {
  override up(): void {
    this.addSql('alter table upload_sessions add column network text null')
  }

  override down(): void {
    this.addSql('alter table upload_sessions drop column network')
  }
}
