import { useEffect, useRef, useState } from 'react'
import { onPageVisible, usePageContext } from '../../../web/ui.ts'

/** Longest delay of a timer, ms. */
const maxDelayMs = 2 ** 31 - 1

/** Whether a time (ISO; null: none) has passed by the server's clock: that of the browser may be hours ahead. */
export const useHasPassed = (end: string | null): boolean => {
  const { renderedAt } = usePageContext()
  const endsAt = end === null ? Number.POSITIVE_INFINITY : Date.parse(end)
  const [passed, setPassed] = useState<number | null>(null)
  /** How far the browser's clock is ahead of the server's, ms. */
  const ahead = useRef(0)
  useEffect(() => {
    ahead.current = Date.now() - renderedAt
  }, [renderedAt])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      const leftMs = endsAt + ahead.current - Date.now()
      if (leftMs <= maxDelayMs) timer = setTimeout(() => setPassed(endsAt), leftMs)
    }
    wait()
    // Timers stand still while the computer sleeps.
    const stop = onPageVisible(wait)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [endsAt])
  return endsAt <= renderedAt || passed === endsAt
}
