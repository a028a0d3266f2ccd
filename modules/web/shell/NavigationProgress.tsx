import { useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { navigationEnd, navigationStart } from './navigation.ts'

/** Faster navigations show no bar. */
const showDelayMs = 250

/** A thin progress bar at the top while a page loads. */
export const NavigationProgress = () => {
  const t = useT()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const start = () => {
      // A redirection starts again.
      clearTimeout(timer)
      timer = setTimeout(() => setShown(true), showDelayMs)
    }
    const end = () => {
      clearTimeout(timer)
      setShown(false)
    }
    window.addEventListener(navigationStart, start)
    window.addEventListener(navigationEnd, end)
    return () => {
      end()
      window.removeEventListener(navigationStart, start)
      window.removeEventListener(navigationEnd, end)
    }
  }, [])
  if (!shown) return null
  return (
    <div
      role="progressbar"
      aria-label={t('web:shell.pageLoading')}
      className="fixed inset-x-0 top-0 z-80 h-0.5 overflow-hidden text-brand-mark"
    >
      <div data-fill className="h-full w-2/5 animate-slide bg-current" />
    </div>
  )
}
