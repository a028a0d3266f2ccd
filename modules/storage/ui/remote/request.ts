/** Folder that fetched files go into. */
export interface RemoteTarget {
  id: string | null
  name: string
}

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
