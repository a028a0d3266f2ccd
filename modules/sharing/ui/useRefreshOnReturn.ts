import { useEffect } from 'react'
import { onPageVisible } from '../../web/ui.ts'

const minDelayMs = 20_000

/** Calls `refresh` when the visitor returns to the tab: anonymous visitors get no realtime events. */
export const useRefreshOnReturn = (refresh: () => Promise<unknown>): void => {
  useEffect(() => {
    let asked = Date.now()
    return onPageVisible(() => {
      // The clock may have been put back since.
      if (Math.abs(Date.now() - asked) < minDelayMs) return
      asked = Date.now()
      // After a failure the page stays as it is until the next return.
      refresh().catch(() => undefined)
    })
  }, [refresh])
}
