import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; false on the server and while hydrating. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Narrower than 640 px: sheets take the place of menus and popups. */
export const usePhone = (): boolean => useMedia('(max-width: 639.98px)')
