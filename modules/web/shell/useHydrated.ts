import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and until hydration; forms must not be submitted before. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
