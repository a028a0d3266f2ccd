import { Migration } from '@mikro-orm/migrations'

/**
 * What a download is of, and what is promised to its transfers under way: pieces that several browsers take of a link
 * with numbered downloads add up. Rows from before have no size: their pieces are forgiven.
 */
export class Migration20261123000340_download_bytes extends Migration {
  override up(): void {
    this.addSql(
      `alter table share_access add column total_bytes bigint null, add column reserved_bytes bigint not null default 0`,
    )
  }

  override down(): void {
    this.addSql('alter table share_access drop column total_bytes, drop column reserved_bytes')
  }
}
