import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until React has taken over; forms must not be sent before. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
