import { Migration } from '@mikro-orm/migrations'

/** When an account and everything it owns will be deleted; null: it stays. */
export class Migration20261123000832_account_deletion extends Migration {
  override up(): void {
    this.addSql('alter table users add column deletion_at timestamptz')
    this.addSql('create index users_deletion_at_index on users (deletion_at) where deletion_at is not null')
  }

  override down(): void {
    this.addSql('alter table users drop column deletion_at')
  }
}
