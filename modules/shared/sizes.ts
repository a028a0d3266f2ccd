import { formatLocale } from './format-locale.ts'

const format = (value: number, unit: 'megabyte' | 'gigabyte' | 'terabyte', locale: string): string =>
  new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit, maximumFractionDigits: 2 }).format(value)

/** A capacity in GB as people read it; from 1000 GB in TB. */
export const formatGigabytes = (value: number, locale: string): string =>
  value < 1000 ? format(value, 'gigabyte', locale) : format(value / 1000, 'terabyte', locale)

/** A limit in MB as people read it; from 1000 MB in GB. */
export const formatMegabytes = (value: number, locale: string): string =>
  value < 1000 ? format(value, 'megabyte', locale) : formatGigabytes(value / 1000, locale)

/**
 * Whole bytes of a decimal amount: 4.1 * 1_000_000_000 is 4099999999.9999995, which PostgreSQL rejects as a bigint. An amount
 * above 0 is at least one byte, as limits of 0 mean no limit.
 */
const wholeBytes = (amount: number, unitBytes: number): number =>
  amount > 0 ? Math.max(1, Math.round(amount * unitBytes)) : 0

/** Bytes of an amount in GB, as settings and plans have it. */
export const bytesOfGigabytes = (gigabytes: number): number => wholeBytes(gigabytes, 1_000_000_000)

/** Bytes of an amount in MB, as settings have it. */
export const bytesOfMegabytes = (megabytes: number): number => wholeBytes(megabytes, 1_000_000)

/** A number of bytes in MB. */
export const megabytesOf = (bytes: number): number => bytes / 1_000_000

/** Bytes of an amount in MiB, as settings have it. */
export const bytesOfMebibytes = (mebibytes: number): number => wholeBytes(mebibytes, 1_048_576)
