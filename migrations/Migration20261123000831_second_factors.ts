import { Migration } from '@mikro-orm/migrations'

/** Half-finished sign-ins, passkeys, and scopes and expiry of personal access tokens. */
export class Migration20261123000831_second_factors extends Migration {
  override up(): void {
    this.addSql(`create table sign_in_challenges (
      id uuid primary key default gen_random_uuid(),
      token_hash bytea not null constraint sign_in_challenges_token_hash_unique unique,
      purpose text not null,
      user_id uuid references users (id) on delete cascade,
      data jsonb not null default '{}',
      expires_at timestamptz not null,
      constraint sign_in_challenges_purpose_check check (purpose in ('second-factor', 'passkey', 'oauth')))`)
    this.addSql('create index sign_in_challenges_user_id_index on sign_in_challenges (user_id)')
    this.addSql(`create table passkeys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      credential_id text not null constraint passkeys_credential_id_unique unique,
      public_key bytea not null,
      counter bigint not null,
      transports jsonb not null default '[]',
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz)`)
    this.addSql('create index passkeys_user_id_index on passkeys (user_id)')
    this.addSql(`alter table personal_access_tokens
      add column scopes jsonb not null default '["read", "write", "account"]',
      add column expires_at timestamptz`)
  }

  override down(): void {
    this.addSql('alter table personal_access_tokens drop column scopes, drop column expires_at')
    this.addSql('drop table passkeys, sign_in_challenges')
  }
}
