import { proxy } from 'valtio'
import type { RemoteApi } from '../client/remote.store.ts'

/** Folder that fetched files go into. */
export interface RemoteTarget {
  id: string | null
  name: string
}

/** What the pages of people without an account tell of themselves. */
export interface GuestRemoteProps {
  /** Stays the same between renderings. */
  api: RemoteApi
  /** The way in, for this browser to know that something was begun by it. */
  memory: string
  /** Where links are asked for; null: they are not. */
  target: RemoteTarget | null
  close: () => void
  /** Files have come. */
  onFetched: () => void
}

/**
 * How many of these pages are open in the tab. A person's own uploads are not shown beside a link's: the two bars would
 * lie on each other.
 */
export const guestPages = proxy({ open: 0 })

type Listener = (target: RemoteTarget) => void

// The tab has one popup; nothing is registered while pages are rendered on the server.
let listener: Listener | null = null

/** Opens the popup for links, on whatever page. */
export const openRemoteUpload = (target: RemoteTarget): void => listener?.(target)

export const onRemoteUpload = (given: Listener): (() => void) => {
  listener = given
  return () => {
    if (listener === given) listener = null
  }
}
