import { defineEntity, p } from '@mikro-orm/core'
import { BlobEntity } from './blob.entity.ts'

/** Metadata read from a photo: numbers in the units of EXIF, coordinates in decimal degrees. */
export const ExifEntity = defineEntity({
  name: 'Exif',
  tableName: 'exif',
  properties: {
    blobId: () =>
      p.manyToOne(BlobEntity).mapToPk().primary().fieldName('blob_id').deleteRule('cascade').updateRule('no action'),
    /** `2026-11-21T06:02:00`: local time of the camera, without a time zone. */
    takenAt: p.text().fieldName('taken_at').nullable(),
    artist: p.text().nullable(),
    camera: p.text().nullable(),
    model: p.text().nullable(),
    lens: p.text().nullable(),
    exposureTime: p.double().fieldName('exposure_time').nullable(),
    fNumber: p.double().fieldName('f_number').nullable(),
    apertureValue: p.double().fieldName('aperture_value').nullable(),
    focalLength: p.double().fieldName('focal_length').nullable(),
    iso: p.integer().nullable(),
    xResolution: p.double().fieldName('x_resolution').nullable(),
    yResolution: p.double().fieldName('y_resolution').nullable(),
    colorSpace: p.integer().fieldName('color_space').nullable(),
    latitude: p.double().nullable(),
    longitude: p.double().nullable(),
  },
})
