import { useEffect } from 'react'
import { useLatest } from '../../web/ui.ts'

/** While `isActive`, calls again `delayMs` after each response or failure: the next call may succeed. */
export const usePolling = (ask: () => Promise<unknown>, delayMs: number, isActive: boolean): void => {
  const latest = useLatest(ask)
  useEffect(() => {
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout>
    let hasEnded = false
    const schedule = () => {
      timer = setTimeout(async () => {
        await latest.current().catch(() => undefined)
        if (!hasEnded) schedule()
      }, delayMs)
    }
    schedule()
    return () => {
      hasEnded = true
      clearTimeout(timer)
    }
  }, [isActive, delayMs])
}
