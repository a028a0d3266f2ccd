import { Migration } from '@mikro-orm/migrations'

/** Since when an account has its history, where the earliest part was deleted because there was so much of it (decision 0052). */
export class Migration20261201020001_account_history_starts extends Migration {
  override up(): void {
    this.addSql('create table account_history_starts (owner_id uuid primary key, since timestamptz not null)')
  }

  override down(): void {
    this.addSql('drop table account_history_starts')
  }
}
