import { dayMs } from '../../../shared/contract.ts'

/** Days are strings like `2026-11-30`, which compare as dates. */
const format = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const addDays = (day: string, count: number): string => format(Date.parse(day) + count * dayMs)

/** The same day of another month, or that month's last day. */
export const addMonths = (day: string, count: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return format(Date.UTC(year, month - 1 + count, Math.min(date, lastDate)))
}

/** 0: Sunday … 6: Saturday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** The weeks of the month of `day`, each of 7 days; `firstWeekday` as in `weekdayOf`. */
export const weeksOf = (day: string, firstWeekday: number): string[][] => {
  const first = `${day.slice(0, 8)}01`
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
  const weeks: string[][] = []
  for (let weekStart = start; weekStart < addMonths(first, 1); weekStart = addDays(weekStart, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(weekStart, index)))
  return weeks
}

/** First day of the week; Monday where the browser does not know. */
export const firstWeekdayOf = (locale: string): number => {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  const firstDay = (getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo)?.firstDay ?? 1
  return firstDay % 7
}

/** The day that a key moves the focus to; null for other keys. */
export const dayAfterKey = (key: string, day: string, firstWeekday: number, rtl: boolean): string | null => {
  const inWeek = (weekdayOf(day) - firstWeekday + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, rtl ? 1 : -1)
    case 'ArrowRight':
      return addDays(day, rtl ? -1 : 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -inWeek)
    case 'End':
      return addDays(day, 6 - inWeek)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}
