import { formatLocale, isolate } from '../../shared/contract.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

const maxTexts = 4_000
/** Some 30 KB each. */
const maxFormatters = 200

/** Caches formatters, or `max` texts, by their arguments: creating an Intl formatter costs more than rendering a row. */
const memoize = <Args extends string[], Formatter>(create: (...args: Args) => Formatter, max = maxFormatters) => {
  const cache = new Map<string, Formatter>()
  return (...args: Args): Formatter => {
    const key = args.join('|')
    const cached = cache.get(key)
    if (cached) return cached
    const formatter = create(...args)
    if (cache.size >= max) cache.clear()
    cache.set(key, formatter)
    return formatter
  }
}

const bytesFormat = memoize(
  (locale: string, unit: string) =>
    new Intl.NumberFormat(formatLocale(locale), {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: unit === 'byte' || unit === 'kilobyte' ? 0 : 1,
    }),
)
/** Formatting takes longer than the rest of a row, and there are few texts: three digits and one after the point. */
const bytesText = memoize(
  (locale: string, unit: string, value: string) => bytesFormat(locale, unit).format(Number(value)),
  maxTexts,
)
const dateTimeFormat = memoize(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
const timeFormat = memoize(
  (locale: string, timeZone: string) => new Intl.DateTimeFormat(formatLocale(locale), { timeStyle: 'short', timeZone }),
)
const dateFormat = memoize(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'medium', timeZone }),
)
const relativeFormat = memoize(
  (locale: string, numeric: 'auto' | 'always') => new Intl.RelativeTimeFormat(formatLocale(locale), { numeric }),
)
/** There are some hundred of them: no unit has more than 59. */
const relativeText = memoize(
  (locale: string, value: string, unit: string) =>
    // “Last month” would be the one of the calendar.
    relativeFormat(locale, /week|month|year/.test(unit) ? 'always' : 'auto').format(
      Number(value),
      unit as Intl.RelativeTimeFormatUnit,
    ),
  maxTexts,
)
const numberFormat = memoize((locale: string) => new Intl.NumberFormat(formatLocale(locale)))

/**
 * Texts of the last times by minute: the files of a list are often of the same time, and formatting one takes longer than
 * the rest of its row.
 */
const textsByMinute = (format: (iso: string, locale: string, timeZone: string) => string) => {
  const texts = new Map<string, string>()
  return (iso: string, locale: string, timeZone: string): string => {
    if (iso[16] !== ':' || !iso.endsWith('Z')) return format(iso, locale, timeZone)
    const key = `${iso.slice(0, 16)}${locale}${timeZone}`
    const cached = texts.get(key)
    if (cached !== undefined) return cached
    if (texts.size >= maxTexts) texts.clear()
    const text = format(iso, locale, timeZone)
    texts.set(key, text)
    return text
  }
}

/**
 * Decimal units (1 kB = 1,000 bytes; D22), in the reader's locale. Isolated, as dates are: beside another value, a text from
 * right to left would put a Latin unit before its number, and the day of a date on the other side of a Latin name.
 */
export const formatBytes = (bytes: number, locale: string): string => {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const precision = step < 2 ? 1 : 10
  const rounded = Math.round((bytes / 1_000 ** step) * precision) / precision
  return isolate(bytesText(locale, units[step] ?? 'byte', String(rounded)), locale)
}

export const formatNumber = (value: number, locale: string): string => numberFormat(locale).format(value)

/** Exact time of an ISO timestamp, in the given zone (server and browser must name the same one). */
export const formatDateTime = textsByMinute((iso, locale, timeZone) =>
  isolate(dateTimeFormat(locale, timeZone).format(new Date(iso)), locale),
)

/** As `formatDateTime`; names UTC, in which the server writes the times of visitors: without scripts they stay. */
export const formatDeadline = (iso: string, locale: string, timeZone: string): string =>
  `${formatDateTime(iso, locale, timeZone)}${timeZone === 'UTC' ? ' UTC' : ''}`

/** The time of day. */
export const formatTime = (iso: string, locale: string, timeZone: string): string =>
  timeFormat(locale, timeZone).format(new Date(iso))

export const formatDate = textsByMinute((iso, locale, timeZone) =>
  isolate(dateFormat(locale, timeZone).format(new Date(iso)), locale),
)

const steps = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const dayKey = memoize((timeZone: string) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }))
const dayFormat = memoize(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(formatLocale(locale), { weekday: 'short', day: 'numeric', month: 'short', timeZone }),
)

/** Number of midnights between then and now. */
const daysAgo = (iso: string, timeZone: string, now: number): number => {
  const day = (time: Date) => Date.parse(dayKey(timeZone).format(time))
  return (day(new Date(now)) - day(new Date(iso))) / 86_400_000
}

/** “Today”, “Yesterday”, “Thu, Nov 19”; in other years the full date. `now` in ms. */
export const formatDay = (iso: string, locale: string, timeZone: string, now: number): string => {
  const ago = daysAgo(iso, timeZone, now)
  if (ago !== 0 && ago !== 1) {
    const [day, today] = [new Date(iso), new Date(now)].map((time) => dayKey(timeZone).format(time))
    return day?.slice(0, 4) === today?.slice(0, 4)
      ? dayFormat(locale, timeZone).format(new Date(iso))
      : formatDate(iso, locale, timeZone)
  }
  const word = relativeFormat(locale, 'auto').format(-ago, 'day')
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
}

/**
 * “3 hours ago”; below a minute “now”. `now` in ms, so that server and browser can agree on one instant. “Yesterday” and
 * “in 3 days” count calendar days in the time zone.
 */
export const formatRelative = (iso: string, locale: string, timeZone: string, now: number): string => {
  const seconds = (Date.parse(iso) - now) / 1_000
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  const value = unit === 'day' ? -daysAgo(iso, timeZone, now) : unit === 'second' ? 0 : Math.trunc(seconds / size)
  return relativeText(locale, String(value), unit)
}
