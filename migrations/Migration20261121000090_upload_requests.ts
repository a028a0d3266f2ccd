import { Migration } from '@mikro-orm/migrations'

/** Links by which strangers send files, the browsers that answered them, and what each of those sent. */
export class Migration20261121000090_upload_requests extends Migration {
  override up(): void {
    this.addSql(`create table upload_requests (
      id uuid not null default gen_random_uuid() primary key,
      owner_id uuid not null references users (id) on delete cascade,
      token_hash bytea not null constraint upload_requests_token_hash_unique unique,
      token_sealed bytea not null,
      parent_id uuid null references items (id) on delete set null,
      folder_id uuid null references items (id) on delete set null,
      name text null,
      title text null,
      notes text null,
      emails jsonb not null default '[]',
      status text not null default 'active' check (status in ('active', 'filled', 'expired')),
      expires_at timestamptz null,
      ends_by_itself boolean not null default false,
      grace_minutes int not null default 0 check (grace_minutes >= 0),
      max_file_size bigint null check (max_file_size > 0),
      max_files int null check (max_files > 0),
      kinds jsonb null,
      require_name boolean not null default false,
      require_email boolean not null default false,
      folder_per_uploader boolean not null default false,
      visibility text not null default 'own' check (visibility in ('own', 'none', 'all')),
      guests_may_close boolean not null default true,
      received int not null default 0,
      received_bytes bigint not null default 0,
      last_upload_at timestamptz null,
      closed_at timestamptz null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
    this.addSql('create index upload_requests_owner_id_index on upload_requests (owner_id, created_at desc, id desc)')
    this.addSql('create index upload_requests_parent_id_index on upload_requests (parent_id)')
    this.addSql('create index upload_requests_folder_id_index on upload_requests (folder_id)')
    this.addSql(`create index upload_requests_active_index on upload_requests (id) where status = 'active'`)

    this.addSql(`create table request_guests (
      id uuid not null default gen_random_uuid() primary key,
      request_id uuid not null references upload_requests (id) on delete cascade,
      token_hash bytea not null constraint request_guests_token_hash_unique unique,
      name text null,
      email text null,
      folder_id uuid null references items (id) on delete set null,
      last_upload_at timestamptz null,
      done_at timestamptz null,
      told_at timestamptz null,
      created_at timestamptz not null default now()
    )`)
    this.addSql('create index request_guests_request_id_index on request_guests (request_id)')
    this.addSql('create index request_guests_folder_id_index on request_guests (folder_id)')
    this.addSql(
      'create index request_guests_untold_index on request_guests (last_upload_at) where told_at is null or told_at < last_upload_at',
    )

    this.addSql(`create table request_items (
      item_id uuid not null primary key,
      request_id uuid not null references upload_requests (id) on delete cascade,
      guest_id uuid not null references request_guests (id) on delete cascade,
      is_folder boolean not null,
      size bigint not null default 0,
      late boolean not null default false,
      received_at timestamptz not null default now(),
      removed_at timestamptz null
    )`)
    this.addSql('create index request_items_guest_id_index on request_items (guest_id, received_at)')
    this.addSql('create index request_items_request_id_index on request_items (request_id)')
  }

  override down(): void {
    this.addSql('drop table request_items')
    this.addSql('drop table request_guests')
    this.addSql('drop table upload_requests')
  }
}
