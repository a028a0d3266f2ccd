import { Migration } from '@mikro-orm/migrations'

/**
 * Suspensions, and what the administrators' list of accounts sorts and searches by. `search_text` begins each word with a
 * blank, so that a pattern finds words by their beginning.
 */
export class Migration20261123000900_user_administration extends Migration {
  override up(): void {
    this.addSql(`alter table users
      add column suspended_at timestamptz,
      add column suspension_reason text,
      add column sort_name text collate natural_name generated always as (
        coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)) stored,
      add column search_text text generated always as (
        public.search_fold(' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)) stored`)
    this.addSql('create index users_created_at_index on users (created_at, id)')
    this.addSql('create index users_sort_name_index on users (sort_name, id)')
    this.addSql('create index users_role_index on users (role, id)')
    this.addSql(`create index users_admins_index on users (created_at, id) where role = 'admin'`)
    this.addSql(`create index users_suspended_index on users (created_at, id) where status = 'suspended'`)
    this.addSql('create index users_unverified_index on users (created_at, id) where email_verified_at is null')
    this.addSql('create index users_search_index on users using gin (search_text gin_trgm_ops)')
    this.addSql(`create or replace view user_summaries as
      select id, email, first_name, last_name, avatar, color, role, status, email_verified_at, two_factor_confirmed_at,
        password_hash is not null as has_password, max_storage_bytes, suspended_at, suspension_reason, deletion_at,
        created_at, sort_name, search_text from users`)
    this.addSql('create view usage_summaries as select user_id, used_bytes from usage')
  }

  override down(): void {
    this.addSql('drop view usage_summaries, user_summaries')
    this.addSql(`alter table users drop column suspended_at, drop column suspension_reason, drop column sort_name,
      drop column search_text`)
    this.addSql(
      'drop index users_created_at_index, users_role_index, users_admins_index, users_suspended_index, users_unverified_index',
    )
    this.addSql(`create view user_summaries as
      select id, email, first_name, last_name, avatar, color from users`)
  }
}
