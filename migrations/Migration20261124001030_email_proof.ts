import { Migration } from '@mikro-orm/migrations'

/**
 * `email_proven_at`: a link sent to the email was opened, a provider verified it, or an administrator confirms it. Accounts
 * that registered while verification was off have `email_verified_at` from the moment of their creation without any of that.
 */
export class Migration20261124001030_email_proof extends Migration {
  override up(): void {
    this.addSql('alter table users add column email_proven_at timestamptz')
    this.addSql(`update users u set email_proven_at = email_verified_at
      where email_verified_at is not null and (
        email_verified_at > created_at
        or oauth_provider is not null
        or exists (select 1 from sign_in_identities i where i.user_id = u.id and lower(i.email) = lower(u.email))
        or exists (select 1 from audit_log a where a.target = u.id::text and a.action in
          ('users.created', 'users.email.verified', 'users.email.changed', 'users.password.reset')))`)
    this.addSql(`create or replace view user_summaries as
      select id, email, first_name, last_name, avatar, color, role, status, email_verified_at, two_factor_confirmed_at,
        password_hash is not null as has_password, max_storage_bytes, suspended_at, suspension_reason, deletion_at,
        created_at, sort_name, search_text, email_proven_at from users`)
  }

  override down(): void {
    this.addSql('drop view user_summaries')
    this.addSql('alter table users drop column email_proven_at')
    this.addSql(`create view user_summaries as
      select id, email, first_name, last_name, avatar, color, role, status, email_verified_at, two_factor_confirmed_at,
        password_hash is not null as has_password, max_storage_bytes, suspended_at, suspension_reason, deletion_at,
        created_at, sort_name, search_text from users`)
  }
}
