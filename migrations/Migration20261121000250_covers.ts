import { Migration } from '@mikro-orm/migrations'

/**
 * Covers of recordings are shown: those that are there already wait for theirs too.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000250_covers extends Migration {
  override up(): void {
    this.addSql(
      `update blobs set thumbnails = 'pending' where thumbnails = 'none' and media_type ~ '^audio/(mpeg|mp4|x-m4a|flac|x-flac|ogg)\\y'`,
    )
  }
}
