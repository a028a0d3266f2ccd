import { Migration } from '@mikro-orm/migrations'

/**
 * A browser may have several transfers of one download under way: its slot is free again when the last has ended. Archives
 * are told apart by what is in them; many of them have one name.
 */
export class Migration20261122000290_open_downloads extends Migration {
  override up(): void {
    this.addSql(`alter table share_access add column open int not null default 0, add column archive text null`)
  }

  override down(): void {
    this.addSql('alter table share_access drop column open, drop column archive')
  }
}
