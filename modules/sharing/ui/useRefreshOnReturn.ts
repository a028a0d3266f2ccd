import { useEffect } from 'react'
import { onPageVisible } from '../../web/ui.ts'
import type { Folder } from '../client/shared-folder.store.ts'

const minDelayMs = 20_000
/** The link or folder is gone, or locked again: the reloaded page shows which. */
const closed = new Set([401, 404, 410])

/** Reloads the rows when the visitor returns to the tab: anonymous visitors get no realtime events. */
export const useRefreshOnReturn = (folder: Folder): void => {
  useEffect(() => {
    let asked = Date.now()
    return onPageVisible(() => {
      if (Date.now() - asked < minDelayMs) return
      asked = Date.now()
      folder.refresh().catch(({ status }: { status?: number }) => closed.has(status ?? 0) && location.reload())
    })
  }, [folder])
}
