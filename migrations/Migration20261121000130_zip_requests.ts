import { Migration } from '@mikro-orm/migrations'

/**
 * Selections too long for an address, downloaded as one archive (API.md D12).
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000130_zip_requests extends Migration {
  override up(): void {
    this.addSql(`create table zip_requests (
      id uuid not null default gen_random_uuid() primary key,
      principal text not null,
      payer_id uuid not null references users (id) on delete cascade,
      root_id uuid null,
      chosen jsonb not null,
      expires_at timestamptz not null
    )`)
    this.addSql('create index zip_requests_payer_id_index on zip_requests (payer_id)')
    this.addSql('create index zip_requests_expires_at_index on zip_requests (expires_at)')
  }
}
