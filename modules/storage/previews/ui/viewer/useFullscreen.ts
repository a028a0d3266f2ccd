import { useEffect, useState } from 'react'

export interface FullscreenMode {
  on: boolean
  /** iPhones support it for videos only. */
  possible: boolean
  toggle: () => void
}

/** Full screen mode of the page; ends with the viewer. */
export const useFullscreen = (): FullscreenMode => {
  const [on, setOn] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  return {
    on,
    possible: document.fullscreenEnabled,
    // The whole document, because menus and toasts are siblings of the viewer.
    toggle: () => {
      const done = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      done.catch(() => undefined)
    },
  }
}
