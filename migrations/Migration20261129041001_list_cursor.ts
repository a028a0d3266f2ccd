import { Migration } from '@mikro-orm/migrations'

/** Lists of background operations are written in pages. */
export class Migration20261129041001_list_cursor extends Migration {
  override up(): void {
    this.addSql('alter table operations add column list_cursor jsonb')
  }

  override down(): void {
    this.addSql('alter table operations drop column list_cursor')
  }
}
