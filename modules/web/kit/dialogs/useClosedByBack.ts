import { useEffect, useRef } from 'react'

/** Closes what is open when the browser goes back or forward to another address: it is about the page before. */
export const useClosedByBack = (open: boolean, close: () => void): void => {
  const deed = useRef(close)
  deed.current = close
  useEffect(() => {
    if (!open) return
    const { pathname } = location
    const moved = () => {
      if (location.pathname !== pathname) deed.current()
    }
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [open])
}
