import { useCallback, useSyncExternalStore } from 'react'
import { usePageContext } from '../page-context.tsx'
import { deviceZone, renderZone, userZone } from './known-zone.ts'

const minuteMs = 60_000

const everyMinute = (changed: () => void) => {
  const timer = setInterval(changed, minuteMs)
  return () => clearInterval(timer)
}
const never = () => () => {}

/**
 * Current time in ms, updated each minute; the server's time during hydration. Components render with this instead of
 * `Date.now()`, which differs between server and browser (`tests/check/render-clock.ts`).
 */
export const useNow = (): number => {
  const { renderedAt } = usePageContext()
  return useSyncExternalStore(
    everyMinute,
    useCallback(() => Math.max(renderedAt, Math.floor(Date.now() / minuteMs) * minuteMs), [renderedAt]),
    () => renderedAt,
  )
}

/** The user's time zone; without a setting the browser's, which the server knows from its last visit at best. */
export const useZone = (): string => {
  const { user, prefs } = usePageContext()
  return useSyncExternalStore(
    never,
    () => userZone(user) ?? deviceZone(),
    () => renderZone(user, prefs),
  )
}
