import { useEffect } from 'react'
import { onPageVisible } from '../../web/ui.ts'
import type { Folder } from '../client/shared-folder.store.ts'

const minDelayMs = 20_000

/** Reloads the rows when the visitor returns to the tab: anonymous visitors get no realtime events. */
export const useRefreshOnReturn = (folder: Folder): void => {
  useEffect(() => {
    let asked = Date.now()
    return onPageVisible(() => {
      if (Date.now() - asked < minDelayMs) return
      asked = Date.now()
      // Shown as it was until the next time.
      folder.refresh().catch(() => undefined)
    })
  }, [folder])
}
