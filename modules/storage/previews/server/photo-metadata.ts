import readExif from 'exif-reader'
import type { PhotoMetadata } from '../../tree/index.ts'

/** Maximum length of a text field. */
const maxTextLength = 200
/** Maximum size of an EXIF block in JPEG. */
const maxExifBytes = 65_536
const maxInt4 = 2_147_483_647

type Tags = Record<string, unknown> | undefined

const text = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  // PostgreSQL rejects NUL; other control characters have no use.
  const clean = value
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
  return clean ? clean.slice(0, maxTextLength).toWellFormed() : null
}
const amount = (value: unknown, limit = 1e9): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= limit ? value : null
const whole = (value: unknown): number | null => {
  const first = amount(Array.isArray(value) ? value[0] : value, maxInt4)
  return first === null ? null : Math.round(first)
}
const time = (value: unknown): string | null => {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null
  const year = value.getUTCFullYear()
  return year >= 1800 && year <= 2200 ? value.toISOString().slice(0, 19) : null
}

/** Converts degrees, minutes and seconds to decimal degrees; south and west are negative. */
const degrees = (value: unknown, reference: unknown, limit: number): number | null => {
  if (!Array.isArray(value) || value.length !== 3) return null
  const [whole, minutes, seconds] = value.map((part) => amount(part, 360))
  if (whole == null || minutes == null || seconds == null) return null
  const sum = whole + minutes / 60 + seconds / 3_600
  if (sum > limit) return null
  return Number((reference === 'S' || reference === 'W' ? -sum : sum).toFixed(6))
}

const parse = (block: Buffer) => {
  try {
    return readExif(block)
  } catch {
    return null
  }
}

/** Parses the EXIF block of a picture; null without one or without usable fields. */
export const photoMetadata = (block: Buffer | undefined): PhotoMetadata | null => {
  const exif = block && block.length <= maxExifBytes ? parse(block) : null
  if (!exif) return null
  const [image, photo, gps] = [exif.Image as Tags, exif.Photo as Tags, exif.GPSInfo as Tags]
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef, 90)
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef, 180)
  const metadata: PhotoMetadata = {
    taken_at: time(photo?.DateTimeOriginal) ?? time(photo?.DateTimeDigitized),
    artist: text(image?.Artist),
    camera: text(image?.Make),
    model: text(image?.Model),
    lens: text(photo?.LensModel),
    exposure_time: amount(photo?.ExposureTime),
    f_number: amount(photo?.FNumber),
    aperture_value: amount(photo?.ApertureValue),
    focal_length: amount(photo?.FocalLength),
    iso: whole(photo?.ISOSpeedRatings) ?? whole(photo?.PhotographicSensitivity),
    x_resolution: amount(image?.XResolution),
    y_resolution: amount(image?.YResolution),
    color_space: whole(photo?.ColorSpace),
    // One coordinate alone is useless.
    latitude: longitude === null ? null : latitude,
    longitude: latitude === null ? null : longitude,
  }
  return Object.values(metadata).some((value) => value !== null) ? metadata : null
}
