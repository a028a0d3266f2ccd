import { Migration } from '@mikro-orm/migrations'

/** Uploads, remote uploads and zips name the account they count for as items do: `owner_id`. Scopes that are kept as JSON follow. */
export class Migration20261123000405_owner_of_uploads extends Migration {
  override up(): void {
    for (const table of ['upload_sessions', 'remote_batches', 'zip_requests']) {
      this.addSql(`alter table ${table} rename column payer_id to owner_id`)
      this.addSql(`alter index ${table}_payer_id_index rename to ${table}_owner_id_index`)
      this.addSql(`alter table ${table} rename constraint ${table}_payer_id_fkey to ${table}_owner_id_fkey`)
    }
    this.addSql(`update operations set scope = scope - 'payer' || jsonb_build_object('ownerId', scope -> 'payer')
      where scope ? 'payer'`)
  }

  override down(): void {
    this.addSql(`update operations set scope = scope - 'ownerId' || jsonb_build_object('payer', scope -> 'ownerId')
      where scope ? 'ownerId'`)
    for (const table of ['upload_sessions', 'remote_batches', 'zip_requests']) {
      this.addSql(`alter table ${table} rename constraint ${table}_owner_id_fkey to ${table}_payer_id_fkey`)
      this.addSql(`alter index ${table}_owner_id_index rename to ${table}_payer_id_index`)
      this.addSql(`alter table ${table} rename column owner_id to payer_id`)
    }
  }
}
