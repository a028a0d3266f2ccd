import { useEffect, useRef } from 'react'

/** While `isActive`, asks again `delayMs` after each answer, and after a failure alike: the next answer may be good. */
export const usePolling = (ask: () => Promise<unknown>, delayMs: number, isActive: boolean): void => {
  const latest = useRef(ask)
  latest.current = ask
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
