import { Migration } from '@mikro-orm/migrations'

const types = "('image/heic', 'image/heif', 'image/tiff')"

/** HEIC and TIFF have thumbnails: those that are stored already wait for theirs too. */
export class Migration20261128004200_heic_and_tiff_previews extends Migration {
  override up(): void {
    this.addSql(
      `update blobs set thumbnail_status = 'pending' where thumbnail_status = 'none' and media_type in ${types}`,
    )
  }

  override down(): void {
    this.addSql(`update blobs set thumbnail_status = 'none', width = null, height = null where media_type in ${types}`)
  }
}
