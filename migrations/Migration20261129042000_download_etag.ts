import { Migration } from '@mikro-orm/migrations'

/** Downloads of files have the ETag of their content too: a replaced file is another download. */
export class Migration20261129042000_download_etag extends Migration {
  override up(): void {
    this.addSql('alter table share_access_log rename column archive_etag to etag')
  }

  override down(): void {
    this.addSql('alter table share_access_log rename column etag to archive_etag')
  }
}
