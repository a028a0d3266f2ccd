import { Migration } from '@mikro-orm/migrations'

/**
 * An upload that is finished is kept a day for a repeated last chunk, and that is looked up by its key alone. The indexes
 * that only open uploads need hold these alone: each file stored costs two index entries instead of six. `item_id` is no
 * foreign key any more: what it names may be gone for good, as it may be in the trash.
 *
 * No down: finished uploads may name items that are gone, which the former foreign key would reject.
 */
export class Migration20261122000280_finished_uploads extends Migration {
  override up(): void {
    this.addSql(`alter table upload_sessions drop constraint upload_sessions_item_id_fkey,
      drop constraint upload_sessions_staging_key_unique`)
    this.addSql(
      `drop index upload_sessions_item_id_index, upload_sessions_payer_id_index, upload_sessions_parent_id_index`,
    )
    this.addSql(
      'create unique index upload_sessions_staging_key_unique on upload_sessions (staging_key) where finished_at is null',
    )
    this.addSql('create index upload_sessions_payer_id_index on upload_sessions (payer_id) where finished_at is null')
    this.addSql(
      'create index upload_sessions_parent_id_index on upload_sessions (parent_id) where parent_id is not null',
    )
  }
}
