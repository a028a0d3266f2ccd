import { useEffect, useRef } from 'react'

/** Closes a sheet when the browser's back or forward button changes the path: it belongs to the previous page. */
export const useCloseOnBack = (open: boolean, close: () => void): void => {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    const { pathname } = location
    const onPopState = () => {
      if (location.pathname !== pathname) latest.current()
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [open])
}
