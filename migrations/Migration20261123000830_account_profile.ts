import { Migration } from '@mikro-orm/migrations'

/** Avatars in three sizes, and changes of an email that both addresses have to confirm. */
export class Migration20261123000830_account_profile extends Migration {
  override up(): void {
    this.addSql(`create table user_avatars (
      user_id uuid primary key references users (id) on delete cascade,
      name text not null constraint user_avatars_name_unique unique,
      xs bytea not null,
      sm bytea not null,
      md bytea not null)`)
    this.addSql(`create table email_changes (
      user_id uuid primary key references users (id) on delete cascade,
      email text not null,
      old_token_hash bytea not null constraint email_changes_old_token_hash_unique unique,
      new_token_hash bytea not null constraint email_changes_new_token_hash_unique unique,
      old_confirmed_at timestamptz,
      new_confirmed_at timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null)`)
  }

  override down(): void {
    this.addSql('drop table email_changes, user_avatars')
  }
}
