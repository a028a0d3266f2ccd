import { formatLocale } from '../../../../shared/contract.ts'

/** Exposure time in photographers' notation: `1/250`, or seconds from 0.3 on. */
export const formatExposure = (seconds: number, locale: string): string => {
  const { format } = new Intl.NumberFormat(formatLocale(locale))
  return seconds > 0 && seconds < 0.3 ? `1/${format(Math.round(1 / seconds))}` : format(seconds)
}

/** Name of an EXIF color space; null where the photo names none. */
export const colorSpaceName = (space: number | null): string | null =>
  space === 1 ? 'sRGB' : space === 2 ? 'Adobe RGB' : null

const degrees = (value: number, locale: string) =>
  new Intl.NumberFormat(formatLocale(locale), {
    maximumFractionDigits: 5,
    style: 'unit',
    unit: 'degree',
    unitDisplay: 'narrow',
  }).format(value)

/** Coordinates as text. */
export const placeText = (latitude: number, longitude: number, locale: string): string =>
  `${degrees(latitude, locale)}, ${degrees(longitude, locale)}`

/** Link to a map of the coordinates on a third-party site; opened by a click only. */
export const mapHref = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
