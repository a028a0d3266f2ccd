import { Migration } from '@mikro-orm/migrations'

/** Tokens that `POST /api/login` makes end with the password. They were told by their name, which people may give theirs too. */
export class Migration20261127002200_sign_in_tokens extends Migration {
  override up(): void {
    this.addSql('alter table personal_access_tokens add column is_sign_in boolean not null default false')
    this.addSql(`update personal_access_tokens set is_sign_in = true where name = 'login'`)
  }

  override down(): void {
    this.addSql('alter table personal_access_tokens drop column is_sign_in')
  }
}
