import { Migration } from '@mikro-orm/migrations'

/**
 * Bytes per kind beside the bytes in use, so that nobody's storage page counts all of their files.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000060_usage_by_kind extends Migration {
  override up(): void {
    this.addSql(`alter table usage
      add column images bigint not null default 0,
      add column videos bigint not null default 0,
      add column audios bigint not null default 0,
      add column documents bigint not null default 0`)
    this.addSql(`update usage set images = sums.images, videos = sums.videos, audios = sums.audios, documents = sums.documents
      from (
        select owner_id, coalesce(sum(size) filter (where kind = 'image'), 0) as images,
          coalesce(sum(size) filter (where kind = 'video'), 0) as videos,
          coalesce(sum(size) filter (where kind = 'audio'), 0) as audios,
          coalesce(sum(size) filter (where kind = 'document'), 0) as documents
        from items where not is_folder group by owner_id
      ) sums where usage.user_id = sums.owner_id`)
  }
}
