import { formatDate, usePageContext } from '../../../web/ui.ts'

/** Formats days in the reader's language and time zone; a dash stands for none. */
export const useDates = () => {
  const { locale, user } = usePageContext()
  return (iso: string | null): string => (iso ? formatDate(iso, locale, user?.timezone ?? 'UTC') : '–')
}
