import { useEffect } from 'react'
import { useLatest } from '../kit/useLatest.ts'

/** Window event: the person has kept the page with its unsaved input. */
export const navigationDeclined = 'coffer:navigation-declined'

/** Calls `listener` when a navigation was declined: its request, such as another search, does not take effect. */
export const useNavigationDeclined = (listener: () => void): void => {
  const latest = useLatest(listener)
  useEffect(() => {
    const onDeclined = () => latest.current()
    window.addEventListener(navigationDeclined, onDeclined)
    return () => window.removeEventListener(navigationDeclined, onDeclined)
  }, [])
}
