import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useFocusFallback } from './dialogs/focus-fallback.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Keeps the focus in a list whose focused row, or a control in it, disappears: it goes to the row that takes its place, else
 * to the last one, else, if that has no control, to the first control of the list, else to `main`. Also after a dialog whose
 * opener disappears meanwhile. Spread the result on the list; menus of its rows belong to it. `rows`: selector of a row.
 * `isInPage`: the list is the page's content; dialogs of another one, such as a panel, leave the focus to the page's list.
 */
export const useListFocus = (list: RefObject<HTMLElement | null>, rows: string, { isInPage = false } = {}) => {
  const last = useRef<{ index: number; focused: Element | null }>({ index: 0, focused: null })
  const focusRow = useCallback(() => {
    const all = list.current?.querySelectorAll<HTMLElement>(rows) ?? []
    const row = all[Math.min(last.current.index, all.length - 1)]
    const target =
      row?.querySelector<HTMLElement>(focusable) ??
      list.current?.querySelector<HTMLElement>(focusable) ??
      document.querySelector<HTMLElement>('main')
    if (target?.localName === 'main') target.tabIndex = -1
    // A row of a virtualized list may be rendered outside of the visible part.
    target?.focus({ preventScroll: true })
  }, [list, rows])
  useFocusFallback(isInPage ? focusRow : null)
  // Runs in each render, because any of them may remove the focused row.
  useLayoutEffect(() => {
    const { focused } = last.current
    if (document.activeElement === document.body && focused && (!focused.isConnected || focused.matches(':disabled')))
      focusRow()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current.focused = target
      const row = target.closest(rows)
      const index =
        row && list.current ? Array.from(list.current.querySelectorAll(rows)).indexOf(row as HTMLElement) : -1
      if (index >= 0) last.current.index = index
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) last.current.focused = null
    },
  }
}
