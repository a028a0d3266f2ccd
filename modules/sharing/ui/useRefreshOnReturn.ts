import { useEffect } from 'react'
import { onPageVisible } from '../../web/ui.ts'
import type { Folder } from '../client/shared-folder.store.ts'

/** Coming back sooner than this asks nothing. */
const quiet = 20_000
/** The link, or this folder of it, is no more, or wants its password again: the page itself says which. */
const closed = new Set([401, 404, 410])

/** Asks for the rows again when the visitor comes back to the tab: nobody tells strangers what the owner changes. */
export const useRefreshOnReturn = (folder: Folder): void => {
  useEffect(() => {
    let asked = Date.now()
    return onPageVisible(() => {
      if (Date.now() - asked < quiet) return
      asked = Date.now()
      folder.refresh().catch(({ status }: { status?: number }) => closed.has(status ?? 0) && location.reload())
    })
  }, [folder])
}
