import type { Sql } from '../../../../platform/index.ts'
import type { Exif } from '../../contract.ts'
import type { ItemRow } from '../item.row.ts'
import type { Scope } from '../scope.ts'

/** Columns of `exif`, read from the photo, validated and shortened to their maximum lengths. */
export interface PhotoMetadata {
  taken_at: string | null
  artist: string | null
  camera: string | null
  model: string | null
  lens: string | null
  exposure_time: number | null
  f_number: number | null
  aperture_value: number | null
  focal_length: number | null
  iso: number | null
  x_resolution: number | null
  y_resolution: number | null
  color_space: number | null
  latitude: number | null
  longitude: number | null
}

interface Row extends Partial<PhotoMetadata> {
  width: number | null
  height: number | null
}

const statement = `select b.width, b.height, e.* from blobs b left join exif e on e.blob_id = b.id
  where b.id = $1 and (e.blob_id is not null or b.width is not null)`

/** Whether the caller is the owner, who alone receives the coordinates of a photo (D26). */
const isOwner = ({ permission, actor, ownerId }: Scope) => permission === 'owner' && actor.userId === ownerId

/** Metadata of an image for a single item; null when the item is not an image or was not read yet. */
export const findExif = async (sql: Sql, scope: Scope, item: ItemRow): Promise<{ data: Exif } | null> => {
  if (item.kind !== 'image' || !item.blob_id) return null
  const [row] = await sql.query<Row>(statement, [item.blob_id], 'storage.exif')
  if (!row) return null
  const withLocation = isOwner(scope)
  return {
    data: {
      id: item.id,
      type: 'exif',
      attributes: {
        date_time_original: row.taken_at ?? null,
        artist: row.artist ?? null,
        width: row.width,
        height: row.height,
        x_resolution: row.x_resolution ?? null,
        y_resolution: row.y_resolution ?? null,
        color_space: row.color_space ?? null,
        camera: row.camera ?? null,
        model: row.model ?? null,
        lens: row.lens ?? null,
        aperture_value: row.aperture_value ?? null,
        aperture_f_number: row.f_number ?? null,
        exposure_time: row.exposure_time ?? null,
        focal_length: row.focal_length ?? null,
        iso: row.iso ?? null,
        latitude: withLocation ? (row.latitude ?? null) : null,
        longitude: withLocation ? (row.longitude ?? null) : null,
      },
    },
  }
}

const insertSql = `insert into exif (blob_id, taken_at, artist, camera, model, lens, exposure_time, f_number,
    aperture_value, focal_length, iso, x_resolution, y_resolution, color_space, latitude, longitude)
  select b.id, f.* from blobs b, jsonb_to_record($2::jsonb) as f(taken_at text, artist text, camera text, model text,
    lens text, exposure_time double precision, f_number double precision, aperture_value double precision,
    focal_length double precision, iso int, x_resolution double precision, y_resolution double precision,
    color_space int, latitude double precision, longitude double precision)
  where b.id = $1 on conflict (blob_id) do nothing`

/** Stores the metadata of a blob; does nothing when the blob was deleted meanwhile. */
export const savePhotoMetadata = async (sql: Sql, blob: string, photo: PhotoMetadata): Promise<void> => {
  await sql.query(insertSql, [blob, JSON.stringify(photo)], 'storage.insert-exif')
}
