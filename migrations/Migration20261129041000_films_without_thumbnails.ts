import { Migration } from '@mikro-orm/migrations'

/** Films that were stored while ffmpeg was not installed: without the index, each look for them reads all rows. */
export class Migration20261129041000_films_without_thumbnails extends Migration {
  override up(): void {
    this.addSql(`create index blobs_films_without_thumbnails_index
      on blobs (id) where thumbnail_status = 'none' and media_type like 'video/%'`)
  }

  override down(): void {
    this.addSql('drop index blobs_films_without_thumbnails_index')
  }
}
