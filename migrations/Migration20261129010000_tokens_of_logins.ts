import { Migration } from '@mikro-orm/migrations'

/**
 * Tokens that `POST /api/login` makes, which make room for the next one, are told from those that such a token makes: both end
 * with the sessions (`is_sign_in`). Former processes make tokens of sign-ins without a token as before.
 */
export class Migration20261129010000_tokens_of_logins extends Migration {
  override up(): void {
    this.addSql('alter table personal_access_tokens add column made_by_token boolean not null default false')
    // The route names its tokens so; the names of others are free.
    this.addSql("update personal_access_tokens set made_by_token = true where is_sign_in and name <> 'login'")
  }

  override down(): void {
    this.addSql('alter table personal_access_tokens drop column made_by_token')
  }
}
