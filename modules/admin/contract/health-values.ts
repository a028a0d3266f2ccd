import { formatLocale } from '../../shared/contract.ts'
import { formatBytes } from '../../web/contract.ts'

/** Names of values in bytes. */
const sizes = ['free', 'total', 'bytes']

/** A value of a health check as a text that needs no plural form beside it: “3 hours ago”, “5 sec”, “1.2 GB”, “12”. */
export const healthValueText = (name: string, value: number, locale: string): string => {
  if (sizes.includes(name)) return formatBytes(value, locale)
  if (name === 'hours')
    return new Intl.RelativeTimeFormat(formatLocale(locale), { numeric: 'auto' }).format(-value, 'hour')
  if (name === 'seconds')
    return new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(
      value,
    )
  return new Intl.NumberFormat(formatLocale(locale)).format(value)
}
