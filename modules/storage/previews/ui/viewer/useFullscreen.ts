import { useEffect, useState } from 'react'

export interface FullscreenMode {
  on: boolean
  /** Phones of one maker know it for videos only. */
  possible: boolean
  toggle: () => void
}

/** The whole screen for the page; left with the viewer. */
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
    // Menus and toasts stand beside the viewer, so it is the document that fills the screen.
    toggle: () => {
      const done = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      done.catch(() => undefined)
    },
  }
}
