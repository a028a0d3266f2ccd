import { formatBytes, formatNumber, usePageContext } from '../../../web/ui.ts'
import { isolate } from '../../client/isolate.ts'
import type { HealthCheck } from '../../contract.ts'

const sizes = ['free', 'total', 'bytes']

/** A value as a text that needs no plural form beside it: “3 hours ago”, “5 sec”, “1.2 GB”, “12”. */
const textOf = (name: string, value: number, locale: string): string => {
  if (sizes.includes(name)) return formatBytes(value, locale)
  if (name === 'hours') return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-value, 'hour')
  if (name === 'seconds')
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(value)
  return formatNumber(value, locale)
}

/** The measured values as texts in the reader's locale. */
export const useHealthValues = (values: HealthCheck['values']): Record<string, string> => {
  const { locale, direction } = usePageContext()
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolate(value, direction) : textOf(name, value, locale),
    ]),
  )
}
