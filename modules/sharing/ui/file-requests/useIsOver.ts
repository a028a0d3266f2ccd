import { useEffect, useState } from 'react'
import { usePageContext } from '../../../web/ui.ts'

/** Longest delay of a timer, ms. */
const maxDelayMs = 2 ** 31 - 1

/** Whether a time (ISO; null: none) has passed by the server's clock: that of the browser may be hours ahead. */
export const useIsOver = (end: string | null): boolean => {
  const { renderedAt } = usePageContext()
  const leftMs = end === null ? Number.POSITIVE_INFINITY : Date.parse(end) - renderedAt
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (leftMs > maxDelayMs) return
    const timer = setTimeout(() => setPassed(end), leftMs)
    return () => clearTimeout(timer)
  }, [end, leftMs])
  return leftMs <= 0 || (end !== null && passed === end)
}
