import { Migration } from '@mikro-orm/migrations'

/**
 * Settings, accounts, and the storage core (ARCHITECTURE.md, "Data decided now").
 *
 * No down: it would drop every table, as dropping the database does.
 */
export class Migration20261121000001_initial extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists unaccent')
    // a2 before a10, case aside, accents kept apart (API.md D5). Deterministic, so equal-looking names still have one order.
    this.addSql(
      `create collation if not exists natural_name (provider = icu, locale = 'und-u-kn-true-ks-level2', deterministic = true)`,
    )

    this.addSql(`create table settings (
      name text not null primary key,
      value text null
    )`)
    this.addSql(`create table rate_limits (
      key text not null primary key,
      count int not null,
      reset_at timestamptz not null
    )`)
    this.addSql(`create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_id uuid null,
      ip text null,
      action text not null,
      target text null,
      details jsonb null
    )`)

    this.addSql(`create table users (
      id uuid not null default gen_random_uuid() primary key,
      email text not null,
      email_verified_at timestamptz null,
      password_hash text null,
      oauth_provider text null,
      role text not null default 'user' check (role in ('user', 'admin')),
      status text not null default 'active' check (status in ('active', 'suspended')),
      first_name text null,
      last_name text null,
      address text null,
      city text null,
      state text null,
      postal_code text null,
      country text null,
      phone_number text null,
      avatar text null,
      color text not null,
      timezone text null,
      locale text null,
      theme_mode text not null default 'system' check (theme_mode in ('dark', 'light', 'system')),
      emoji_type text not null default 'twemoji' check (emoji_type in ('twemoji', 'native')),
      two_factor_secret text null,
      two_factor_recovery_codes jsonb null,
      two_factor_confirmed_at timestamptz null,
      two_factor_last_step bigint null,
      max_storage_bytes bigint null,
      max_team_members int null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
    this.addSql('create unique index users_email_unique on users (lower(email))')

    this.addSql(`create table sessions (
      id uuid not null default gen_random_uuid() primary key,
      user_id uuid not null references users (id) on delete cascade,
      token_hash bytea not null constraint sessions_token_hash_unique unique,
      remember boolean not null default false,
      ip text null,
      user_agent text null,
      password_confirmed_at timestamptz null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`)
    this.addSql('create index sessions_user_id_index on sessions (user_id)')

    this.addSql(`create table personal_tokens (
      id uuid not null default gen_random_uuid() primary key,
      user_id uuid not null references users (id) on delete cascade,
      name text not null,
      token_hash bytea not null constraint personal_tokens_token_hash_unique unique,
      last_used_at timestamptz null,
      created_at timestamptz not null default now()
    )`)
    this.addSql('create index personal_tokens_user_id_index on personal_tokens (user_id)')

    this.addSql(`create table mail_tokens (
      id uuid not null default gen_random_uuid() primary key,
      user_id uuid not null references users (id) on delete cascade,
      purpose text not null check (purpose in ('verify-email', 'reset-password')),
      token_hash bytea not null constraint mail_tokens_token_hash_unique unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz null
    )`)
    this.addSql('create index mail_tokens_user_id_index on mail_tokens (user_id)')

    this.addSql(`create table blobs (
      id uuid not null default gen_random_uuid() primary key,
      key text not null constraint blobs_key_unique unique,
      size bigint not null check (size >= 0),
      sha256 bytea not null,
      crc32 bigint not null,
      media_type text not null,
      width int null,
      height int null,
      thumbnails text not null default 'none' check (thumbnails in ('none', 'pending', 'ready', 'failed')),
      created_at timestamptz not null default now()
    )`)
    this.addSql(`create index blobs_created_at_index on blobs (created_at)`)

    this.addSql(`create table items (
      id uuid not null default gen_random_uuid() primary key,
      owner_id uuid not null references users (id) on delete cascade,
      creator_id uuid null references users (id) on delete set null,
      parent_id uuid null references items (id),
      is_folder boolean not null,
      name text collate natural_name not null,
      kind text not null check (kind in ('folder', 'image', 'video', 'audio', 'document', 'other')),
      size bigint not null default 0 check (size >= 0),
      blob_id uuid null references blobs (id),
      color text null,
      emoji jsonb null,
      child_count int not null default 0,
      trashed_at timestamptz null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      modified_at timestamptz null,
      constraint items_not_own_parent check (parent_id is distinct from id),
      constraint items_file_has_blob check (is_folder = (blob_id is null))
    )`)
    // One index per sort order, for a folder and (owner, null) for the root; the page query walks them, never sorts.
    for (const [name, column] of [
      ['name', 'name'],
      ['created', 'created_at'],
      ['updated', 'updated_at'],
      ['size', 'size'],
      ['kind', 'kind'],
    ] as const) {
      this.addSql(
        `create index items_child_${name}_index on items (parent_id, is_folder, ${column}, id) where trashed_at is null and parent_id is not null`,
      )
      this.addSql(
        `create index items_root_${name}_index on items (owner_id, is_folder, ${column}, id) where trashed_at is null and parent_id is null`,
      )
      this.addSql(
        `create index items_trash_${name}_index on items (owner_id, is_folder, ${column}, id) where trashed_at is not null`,
      )
    }
    this.addSql(
      'create index items_trash_deleted_index on items (owner_id, is_folder, trashed_at, id) where trashed_at is not null',
    )
    this.addSql('create index items_parent_index on items (parent_id, is_folder)')
    this.addSql(
      'create index items_recent_index on items (owner_id, created_at, id) include (parent_id) where not is_folder and trashed_at is null',
    )
    this.addSql('create index items_blob_id_index on items (blob_id)')
    this.addSql(
      'create index items_folder_tree_index on items (owner_id, parent_id) where is_folder and trashed_at is null',
    )

    this.addSql(`create table upload_sessions (
      principal text not null,
      id uuid not null,
      payer_id uuid not null references users (id) on delete cascade,
      actor_id uuid null references users (id) on delete cascade,
      parent_id uuid null references items (id) on delete set null,
      had_parent boolean not null default false,
      path text null,
      name text not null,
      total_size bigint null check (total_size >= 0),
      received bigint not null default 0 check (received >= 0),
      reserved bigint not null default 0 check (reserved >= 0),
      sha256 bytea null,
      modified_at timestamptz null,
      on_conflict text null,
      staging_key text not null constraint upload_sessions_staging_key_unique unique,
      last_chunk_size bigint null,
      last_chunk_crc bigint null,
      item_id uuid null references items (id) on delete set null,
      finished_at timestamptz null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (principal, id)
    )`)
    this.addSql('create index upload_sessions_payer_id_index on upload_sessions (payer_id)')
    this.addSql('create index upload_sessions_expires_at_index on upload_sessions (expires_at)')
    // The foreign keys to items look here once per removed item.
    this.addSql('create index upload_sessions_parent_id_index on upload_sessions (parent_id)')
    this.addSql('create index upload_sessions_item_id_index on upload_sessions (item_id)')

    this.addSql(`create table usage (
      user_id uuid not null primary key references users (id) on delete cascade,
      used bigint not null default 0 check (used >= 0),
      reserved bigint not null default 0 check (reserved >= 0),
      root_count int not null default 0 check (root_count >= 0),
      trash_count int not null default 0 check (trash_count >= 0)
    )`)
    this.addSql(`create table traffic (
      user_id uuid not null references users (id) on delete cascade,
      day date not null,
      upload bigint not null default 0,
      download bigint not null default 0,
      primary key (user_id, day)
    )`)
    this.addSql(`create table favourites (
      user_id uuid not null references users (id) on delete cascade,
      item_id uuid not null references items (id) on delete cascade,
      position bigint generated always as identity,
      created_at timestamptz not null default now(),
      primary key (user_id, item_id)
    )`)
    this.addSql('create index favourites_item_id_index on favourites (item_id)')
    this.addSql(`create table blob_deletions (
      key text not null primary key,
      created_at timestamptz not null default now()
    )`)
  }
}
