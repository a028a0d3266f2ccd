import { type RefObject, type UIEventHandler, useLayoutEffect, useRef } from 'react'
import { usePageContext } from '../page-context.tsx'
import { showHashTarget } from './navigation.ts'

/** Scroll position of each history entry of this tab, by the time at which Vike created the entry. */
const positions = new Map<number | undefined, number>()
/** History entry that is shown; null when the page belongs to none. */
let shown: { entry: number | undefined; url: string } | null = null

/**
 * Scrolls `main` as browsers and Vike scroll the window: a new path or query begins at its top, unless it was navigated to
 * in place, and an entry of the history where it was left. `main` stays mounted between pages of a layout, and keeps its
 * position.
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
    // The page may have been scrolled already and never again, so that no event would record its position.
    positions.set(entry, main.scrollTop)
  }, [page])
  return { ref, onScroll: ({ currentTarget: { scrollTop } }) => shown && positions.set(shown.entry, scrollTop) }
}
