import { proxy } from 'valtio'
import type { RemoteApi } from '../client/remote.store.ts'

/** Folder that fetched files are stored in. */
export interface RemoteTarget {
  id: string | null
  name: string
}

/** Supplied by the pages of anonymous visitors. */
export interface VisitorRemoteProps {
  /** Must be stable between renders. */
  api: RemoteApi
  /** Name under which this browser remembers that a remote upload was started. */
  memory: string
  /** Target of the popup; null: the popup is closed. */
  target: RemoteTarget | null
  close: () => void
  /** Called when files were stored. */
  onFetched: () => void
  /** Called when access was lost before all URLs were fetched. */
  onAccessLost?: () => void
}

/**
 * Number of mounted visitor pages in the tab. A signed-in person's own bar is hidden there, because the two bars would
 * overlap.
 */
export const visitorPages = proxy({ open: 0 })

type Listener = (target: RemoteTarget) => void

// The tab has one popup. Nothing is registered during server rendering.
let listener: Listener | null = null

/** Opens the popup on any page. */
export const openRemoteUpload = (target: RemoteTarget): void => listener?.(target)

export const onRemoteUpload = (given: Listener): (() => void) => {
  listener = given
  return () => {
    if (listener === given) listener = null
  }
}
