import { usePageContext } from '../page-context.tsx'
import { formatDateTime, formatRelative } from './format.ts'
import { useNow, useZone } from './use-clock.ts'

/** A time as “3 minutes ago”, kept up to date; the exact time on hover. `at`: ISO 8601. */
export const RelativeTime = ({ at, className }: { at: string; className?: string }) => {
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  return (
    <time dateTime={at} title={formatDateTime(at, locale, zone)} className={className}>
      {formatRelative(at, locale, zone, now)}
    </time>
  )
}
