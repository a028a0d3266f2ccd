import { useEffect } from 'react'
import { onPageVisible } from '../client/on-page-visible.ts'
import { hasOccurredSince, onRealtime, onRealtimeReconnect } from '../realtime/realtime.ts'
import { navigationBeganAt } from './navigation.ts'
import { reloadPage } from './reload-page.ts'

/**
 * Keeps the data of a page fresh: loads it again on these events, also those between the reading of the page and its showing,
 * after a connection before which one may have been missed, and when the tab becomes visible again.
 */
export const useLiveData = (...events: readonly string[]): void => {
  const joined = events.join()
  useEffect(() => {
    const names = joined.split(',')
    const reload = () => void reloadPage()
    if (names.some((event) => hasOccurredSince(event, navigationBeganAt()))) reload()
    const stop = [
      ...names.map((event) => onRealtime(event, reload)),
      onRealtimeReconnect(reload),
      onPageVisible(reload),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [joined])
}
