import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; false on the server and while hydrating. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Narrower than 640 px: sheets replace menus, and dialogs fill the screen. */
export const usePhone = (): boolean => useMedia('(max-width: 639.98px)')

/** Whether there is no mouse or pen: the focus in a field opens a screen keyboard. For event handlers and effects. */
export const isTouchOnly = (): boolean => !window.matchMedia('(pointer: fine)').matches
