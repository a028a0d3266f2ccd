import { Migration } from '@mikro-orm/migrations'

/**
 * What a photo says about itself, read when its thumbnails are made; and which thumbnails somebody is waiting for.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000050_exif extends Migration {
  override up(): void {
    this.addSql(`create table exif (
      blob_id uuid not null primary key references blobs (id) on delete cascade,
      taken_at text null,
      artist text null,
      camera text null,
      model text null,
      lens text null,
      exposure_time double precision null,
      f_number double precision null,
      aperture_value double precision null,
      focal_length double precision null,
      iso int null,
      x_resolution double precision null,
      y_resolution double precision null,
      color_space int null,
      latitude double precision null,
      longitude double precision null
    )`)
    this.addSql('alter table blobs add column thumbnails_wanted_at timestamptz null')
    this.addSql(`create index blobs_pending_thumbnails_index
      on blobs (thumbnails_wanted_at desc nulls last, created_at desc) where thumbnails = 'pending'`)
  }
}
