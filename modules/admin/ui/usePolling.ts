import { useEffect } from 'react'
import { useLatest } from '../../web/ui.ts'

/** While `isActive`, asks again `delayMs` after each answer, and after a failure alike: the next answer may be good. */
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
