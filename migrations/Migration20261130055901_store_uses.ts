import { Migration } from '@mikro-orm/migrations'

/** The tokens that an installation wrote into its stores, by which it recognizes that a copy of it has used them since. */
export class Migration20261130055901_store_uses extends Migration {
  override up(): void {
    this.addSql('create table store_uses (store text primary key, tokens text[] not null)')
  }

  override down(): void {
    this.addSql('drop table store_uses')
  }
}
