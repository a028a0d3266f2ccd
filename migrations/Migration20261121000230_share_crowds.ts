import { Migration } from '@mikro-orm/migrations'

/** A line of a link's log may stand for several browsers: those beyond what one network's are told apart. */
export class Migration20261121000230_share_crowds extends Migration {
  override up(): void {
    this.addSql('alter table share_access add column people int not null default 1')
  }

  override down(): void {
    this.addSql('alter table share_access drop column people')
  }
}
