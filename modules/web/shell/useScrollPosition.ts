import { type RefObject, type UIEventHandler, useLayoutEffect, useRef } from 'react'
import { usePageContext } from '../page-context.tsx'
import { showHashTarget } from './navigation.ts'

/** Where each history entry of this tab was scrolled to, by the time at which Vike created it. */
const positions = new Map<number | undefined, number>()
/** Null: what is shown belongs to no entry. */
let shown: { entry: number | undefined; url: string } | null = null

/**
 * Scrolls `main` as browsers and Vike scroll the window: a new path or query begins at its top, unless it was navigated to in
 * place, and an entry of the history where it was left. `main` stays mounted between pages of a layout, and keeps its position.
 */
export const useScrollPosition = (): { ref: RefObject<HTMLElement | null>; onScroll: UIEventHandler } => {
  const ref = useRef<HTMLElement>(null)
  const page = usePageContext()
  useLayoutEffect(() => {
    const { isHydration, isHistoryNavigation, inPlace } = page
    const entry = history.state?.vike?.timestamp
    const url = location.pathname + location.search
    const { pathname, search } = new URL(page.urlOriginal, location.href)
    // Back was pressed before this page was shown: its entry is left already, and where it scrolls is kept for no entry.
    if (!isHydration && pathname + search !== url) {
      shown = null
      return
    }
    const main = ref.current as HTMLElement
    const left = positions.get(entry)
    // An entry of before a reload of the document.
    if (isHistoryNavigation && left === undefined && location.hash) showHashTarget()
    else if (isHistoryNavigation) main.scrollTop = left ?? 0
    else if (!isHydration && !inPlace && url !== shown?.url) main.scrollTop = 0
    shown = { entry, url }
    // It may be scrolled already, and not again.
    positions.set(entry, main.scrollTop)
  }, [page])
  return { ref, onScroll: ({ currentTarget: { scrollTop } }) => shown && positions.set(shown.entry, scrollTop) }
}
