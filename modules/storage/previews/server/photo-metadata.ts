import readExif from 'exif-reader'
import type { PhotoFacts } from '../../tree/index.ts'

/** Longest text that is kept of any field. */
const longest = 200
/** An EXIF block in JPEG has 64 KB at most; more is not meant to be read. */
const most = 65_536
const int4 = 2_147_483_647

type Tags = Record<string, unknown> | undefined

const text = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  // PostgreSQL refuses NUL, and people need no other control character.
  const clean = value
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
  return clean ? clean.slice(0, longest).toWellFormed() : null
}
const amount = (value: unknown, limit = 1e9): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= limit ? value : null
const whole = (value: unknown): number | null => {
  const first = amount(Array.isArray(value) ? value[0] : value, int4)
  return first === null ? null : Math.round(first)
}
const time = (value: unknown): string | null => {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null
  const year = value.getUTCFullYear()
  return year >= 1800 && year <= 2200 ? value.toISOString().slice(0, 19) : null
}

/** Degrees, minutes and seconds as one decimal; south and west are negative. */
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

/** What a picture's EXIF block says; null when there is none, or none that makes sense. */
export const photoFacts = (block: Buffer | undefined): PhotoFacts | null => {
  const exif = block && block.length <= most ? parse(block) : null
  if (!exif) return null
  const [image, photo, place] = [exif.Image as Tags, exif.Photo as Tags, exif.GPSInfo as Tags]
  const latitude = degrees(place?.GPSLatitude, place?.GPSLatitudeRef, 90)
  const longitude = degrees(place?.GPSLongitude, place?.GPSLongitudeRef, 180)
  const facts: PhotoFacts = {
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
    // Half a place is none.
    latitude: longitude === null ? null : latitude,
    longitude: latitude === null ? null : longitude,
  }
  return Object.values(facts).some((value) => value !== null) ? facts : null
}
