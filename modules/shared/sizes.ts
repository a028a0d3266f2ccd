const format = (value: number, unit: 'megabyte' | 'gigabyte' | 'terabyte', locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 2 }).format(value)

/** A capacity in GB as people read it; from 1000 GB in TB. */
export const formatGigabytes = (value: number, locale: string): string =>
  value < 1000 ? format(value, 'gigabyte', locale) : format(value / 1000, 'terabyte', locale)

/** A limit in MB as people read it; from 1000 MB in GB. */
export const formatMegabytes = (value: number, locale: string): string =>
  value < 1000 ? format(value, 'megabyte', locale) : formatGigabytes(value / 1000, locale)
