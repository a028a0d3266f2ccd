import { formatDate, usePageContext, useZone } from '../../../web/ui.ts'

/** Formats days in the reader's language and time zone; null becomes a dash. */
export const useDayFormat = () => {
  const { locale } = usePageContext()
  const zone = useZone()
  return (iso: string | null): string => (iso ? formatDate(iso, locale, zone) : '–')
}
