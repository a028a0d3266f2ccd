import { Migration } from '@mikro-orm/migrations'

/** A token that a leaked token had made remained when the leaked one was deleted. Tokens made before stay without an origin. */
export class Migration20261201120001_tokens_made_by_tokens extends Migration {
  override up(): void {
    this.addSql(`alter table personal_access_tokens
      add column made_by uuid references personal_access_tokens (id) on delete cascade`)
    this.addSql('create index personal_access_tokens_made_by_index on personal_access_tokens (made_by)')
  }

  override down(): void {
    this.addSql('alter table personal_access_tokens drop column made_by')
  }
}
