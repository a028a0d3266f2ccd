import { integer, nullable, number, object, type Static, string, uuid } from '../../../shared/contract.ts'

/** Metadata stored inside a photo. Clients format the values (D2). */
export const Exif = object({
  id: uuid(),
  type: string(),
  attributes: object({
    /** The camera's clock, without a zone: `2026-11-21T06:02:00`. */
    date_time_original: nullable(string()),
    artist: nullable(string()),
    /** Pixels, after the orientation tag is applied. */
    width: nullable(integer()),
    height: nullable(integer()),
    x_resolution: nullable(number()),
    y_resolution: nullable(number()),
    color_space: nullable(integer()),
    camera: nullable(string()),
    model: nullable(string()),
    lens: nullable(string()),
    aperture_value: nullable(number()),
    aperture_f_number: nullable(number()),
    /** Seconds. */
    exposure_time: nullable(number()),
    /** Millimeters. */
    focal_length: nullable(number()),
    iso: nullable(integer()),
    /** Degrees, north and east positive; only the owner receives them (D26). */
    latitude: nullable(number()),
    longitude: nullable(number()),
  }),
})
export type Exif = Static<typeof Exif>
