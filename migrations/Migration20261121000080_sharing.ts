import { Migration } from '@mikro-orm/migrations'

/** Share links, whom they were sent to, and who opened them. */
export class Migration20261121000080_sharing extends Migration {
  override up(): void {
    this.addSql(`create table shares (
      id uuid not null default gen_random_uuid() primary key,
      owner_id uuid not null references users (id) on delete cascade,
      item_id uuid not null references items (id) on delete cascade,
      token_hash bytea not null constraint shares_token_hash_unique unique,
      token_sealed bytea not null,
      slug text null constraint shares_slug_unique unique,
      label text null,
      permission text not null check (permission in ('visitor', 'editor')),
      password_hash text null,
      password_version int not null default 0,
      expire_in int null,
      expires_at timestamptz null,
      allow_download boolean not null default true,
      max_downloads int null check (max_downloads > 0),
      allow_indexing boolean not null default false,
      verify_recipients boolean not null default false,
      notify text not null default 'never' check (notify in ('never', 'first', 'each')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
    this.addSql('create index shares_item_id_index on shares (item_id)')
    this.addSql('create index shares_owner_id_index on shares (owner_id, created_at desc, id)')
    this.addSql('create index shares_expires_at_index on shares (expires_at) where expires_at is not null')

    this.addSql(`create table share_recipients (
      id uuid not null default gen_random_uuid() primary key,
      share_id uuid not null references shares (id) on delete cascade,
      email text not null,
      code_hash bytea null,
      code_expires_at timestamptz null,
      wrong_codes int not null default 0,
      locked_until timestamptz null,
      verified_at timestamptz null,
      created_at timestamptz not null default now(),
      constraint share_recipients_email_unique unique (share_id, email)
    )`)

    this.addSql(`create table share_access (
      id bigint generated always as identity primary key,
      share_id uuid not null references shares (id) on delete cascade,
      at timestamptz not null default now(),
      kind text not null check (kind in ('opened', 'downloaded', 'uploaded')),
      visitor text not null,
      recipient text null,
      item_id uuid null,
      item_name text null,
      bytes bigint not null default 0,
      completed boolean not null default false,
      slot_until timestamptz null,
      address text null
    )`)
    this.addSql('create index share_access_share_index on share_access (share_id, id desc)')
    this.addSql(`create index share_access_slots_index on share_access (share_id, visitor) where kind = 'downloaded'`)
  }

  override down(): void {
    this.addSql('drop table share_access')
    this.addSql('drop table share_recipients')
    this.addSql('drop table shares')
  }
}
