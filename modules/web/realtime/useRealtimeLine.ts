import { useEffect } from 'react'
import { usePageContext } from '../page-context.tsx'
import type { LineDeps } from './line.ts'

/** ms after which it is opened even if the page never rests. */
const patience = 3_000

let close: (() => void) | undefined

/** Ends the line for good: the person signs out, and this tab knows where to go. */
export const closeLine = (): void => close?.()

/** Opens the tab's line once the page has come to rest, for signed-in people. */
export const useRealtimeLine = (deps: LineDeps): void => {
  const userId = usePageContext().user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: one line per person, whatever the render
  useEffect(() => {
    if (!userId) return
    let gone = false
    const open = () => {
      void import('./line.ts').then(({ openLine }) => {
        if (!gone) close = openLine(deps)
      })
    }
    const idle = 'requestIdleCallback' in window
    const handle = idle ? requestIdleCallback(open, { timeout: patience }) : setTimeout(open, patience)
    return () => {
      gone = true
      if (idle) cancelIdleCallback(handle as number)
      else clearTimeout(handle)
      closeLine()
      close = undefined
    }
  }, [userId])
}
