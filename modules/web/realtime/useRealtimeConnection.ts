import { useEffect } from 'react'
import { loadWithRetry } from '../kit/load-with-retry.ts'
import { usePageContext } from '../page-context.tsx'
import type { ConnectionDeps } from './connection.ts'

/** Opens after this time even if the page is never idle. */
const idleTimeoutMs = 3_000

const loadConnection = loadWithRetry(() => import('./connection.ts'))
let close: (() => void) | undefined

/** Closes the connection without reconnecting, after the user has signed out. */
export const closeConnection = (): void => close?.()

/** Opens the tab's realtime connection once the page is idle, for signed-in users; later where its code cannot be loaded. */
export const useRealtimeConnection = (deps: ConnectionDeps): void => {
  const userId = usePageContext().user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: one connection per user, whatever the render
  useEffect(() => {
    if (!userId) return
    let unmounted = false
    const open = () => {
      loadConnection().then(
        ({ connectRealtime }) => {
          if (!unmounted) close = connectRealtime(deps)
        },
        () => !unmounted && window.addEventListener('online', open, { once: true }),
      )
    }
    const idle = 'requestIdleCallback' in window
    const handle = idle ? requestIdleCallback(open, { timeout: idleTimeoutMs }) : setTimeout(open, idleTimeoutMs)
    return () => {
      unmounted = true
      window.removeEventListener('online', open)
      if (idle) cancelIdleCallback(handle as number)
      else clearTimeout(handle)
      closeConnection()
      close = undefined
    }
  }, [userId])
}
