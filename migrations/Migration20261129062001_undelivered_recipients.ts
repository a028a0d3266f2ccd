import { Migration } from '@mikro-orm/migrations'

/** Recipients of a link whose address the mail server rejected. */
export class Migration20261129062001_undelivered_recipients extends Migration {
  override up(): void {
    this.addSql('alter table share_recipients add column undelivered_at timestamptz')
  }

  override down(): void {
    this.addSql('alter table share_recipients drop column undelivered_at')
  }
}
