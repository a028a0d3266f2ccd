import { formatDate, formatDateTime, formatRelative, usePageContext } from '../../../web/ui.ts'
import { useNow, useZone } from '../useClock.ts'

const week = 7 * 86_400_000

/** “3 hours ago”, from a week on the date; the exact time on hover. */
export const Time = ({ iso, className }: { iso: string; className?: string }) => {
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  const near = Math.abs(now - Date.parse(iso)) < week
  return (
    <time dateTime={iso} data-tip={formatDateTime(iso, locale, zone)} className={className}>
      {near ? formatRelative(iso, locale, now) : formatDate(iso, locale, zone)}
    </time>
  )
}
