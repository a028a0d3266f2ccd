import { Migration } from '@mikro-orm/migrations'

/** Exports of accounts: what an account owns besides its files. The files are read when the export is downloaded. */
export class Migration20261123000881_data_exports extends Migration {
  override up(): void {
    this.addSql(`create table data_exports (
      user_id uuid primary key references users (id) on delete cascade,
      requested_at timestamptz not null default now(),
      ready_at timestamptz null,
      expires_at timestamptz null,
      manifest jsonb null)`)
  }

  override down(): void {
    this.addSql('drop table data_exports')
  }
}
