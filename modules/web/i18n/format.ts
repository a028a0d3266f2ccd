const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** Decimal units (1 kB = 1,000 bytes; API.md D22), in the reader's locale. */
export const formatBytes = (bytes: number, locale: string): string => {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1_000 ** step)
}

/** Exact time of an ISO timestamp, in the given zone (server and browser must name the same one). */
export const formatDateTime = (iso: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso))

export const formatDate = (iso: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(iso))

const steps = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** “3 hours ago”; below a minute “now”. `now` in ms, so that server and browser can agree on one instant. */
export const formatRelative = (iso: string, locale: string, now: number): string => {
  const seconds = (Date.parse(iso) - now) / 1_000
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  const value = unit === 'second' ? 0 : Math.trunc(seconds / size)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(value, unit)
}
