import { formatLocale } from '../../shared/contract.ts'

/** `2027-12` as “Dec 2027”: in each language of the calendar of the card, on which it is printed. */
export const cardMonth = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(formatLocale(locale), {
    month: 'short',
    year: 'numeric',
    calendar: 'gregory',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
