import { formatLocale } from '../../../shared/contract.ts'

/** A duration for people, in seconds below 90 and in minutes (rounded up) from there: “40 seconds”, “15 minutes”. */
export const formatWait = (seconds: number, locale: string): string => {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
