import { useEffect, useState } from 'react'

/** A page that has not replaced this one by then, ms, does not load, or its loading was stopped: no event tells of that. */
const maxLoadMs = 10_000

/** Leads to the page of a gateway. `leaving` until it is loaded, and no longer when the person is still, or again, here. */
export const useGatewayRedirect = () => {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!leaving) return
    const stay = () => setLeaving(false)
    const timer = setTimeout(stay, maxLoadMs)
    // Back to a page that the browser has kept.
    window.addEventListener('pageshow', stay)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', stay)
    }
  }, [leaving])
  const leave = (url: string): void => {
    setLeaving(true)
    location.assign(url)
  }
  return { leaving, leave }
}
