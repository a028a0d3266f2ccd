import { Migration } from '@mikro-orm/migrations'

/** Accounts at identity providers that sign in to an account. */
export class Migration20261123000880_sign_in_identities extends Migration {
  override up(): void {
    this.addSql(`create table sign_in_identities (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      provider text not null,
      subject text not null,
      email text null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz null,
      constraint sign_in_identities_provider_check check (provider in ('google', 'github', 'facebook', 'openid')))`)
    this.addSql('create unique index sign_in_identities_subject_unique on sign_in_identities (provider, subject)')
    this.addSql('create unique index sign_in_identities_user_unique on sign_in_identities (user_id, provider)')
  }

  override down(): void {
    this.addSql('drop table sign_in_identities')
  }
}
