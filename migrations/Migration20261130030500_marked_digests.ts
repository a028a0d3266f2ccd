import { Migration } from '@mikro-orm/migrations'

/** Files that the owner of their request was notified of are marked, as times depend on a clock that may be put back. */
export class Migration20261130030500_marked_digests extends Migration {
  override up(): void {
    this.addSql('alter table file_request_items add column digest_id uuid')
    // Times in JavaScript lack microseconds.
    this.addSql(`update file_request_items i set digest_id = u.id from file_request_uploaders u
      where u.id = i.uploader_id and not i.is_folder and i.received_at <= u.notified_at + interval '1 millisecond'`)
    this.addSql(`create index file_request_items_unnotified_index on file_request_items (uploader_id)
      where digest_id is null and not is_folder`)
    this.addSql('drop index file_request_uploaders_unnotified_index')
    this.addSql('alter table file_request_uploaders drop column notified_at')
  }

  override down(): void {
    this.addSql('alter table file_request_uploaders add column notified_at timestamptz')
    this.addSql(`update file_request_uploaders u set notified_at = (
      select max(i.received_at) from file_request_items i where i.uploader_id = u.id and i.digest_id is not null)`)
    this.addSql(`create index file_request_uploaders_unnotified_index on file_request_uploaders (last_upload_at)
      where notified_at is null or notified_at < last_upload_at`)
    this.addSql('drop index file_request_items_unnotified_index')
    this.addSql('alter table file_request_items drop column digest_id')
  }
}
