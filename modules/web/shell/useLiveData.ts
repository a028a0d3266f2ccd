import { useEffect } from 'react'
import { onPageVisible } from '../client/on-page-visible.ts'
import { onRealtime, onRealtimeReconnect } from '../realtime/realtime.ts'
import { reloadPage } from './reload-page.ts'

/**
 * Keeps the data of a page fresh: loads it again on these events, after a connection before which one may have been missed,
 * and when the tab becomes visible again.
 */
export const useLiveData = (...events: readonly string[]): void => {
  const names = events.join()
  useEffect(() => {
    const reload = () => void reloadPage()
    const stop = [
      ...names.split(',').map((event) => onRealtime(event, reload)),
      onRealtimeReconnect(reload),
      onPageVisible(reload),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [names])
}
