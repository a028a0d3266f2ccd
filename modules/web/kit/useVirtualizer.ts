import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Headings, noHeadings, scrollTopFor, topOfRow, visibleRows } from './virtual-rows.ts'

/** px; height of the viewport assumed during server rendering. */
const initialHeight = 1_000

export interface VirtualizerInput {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  /** px; all rows have the same height. */
  rowHeight: number
  headings?: Headings
  /** Rows rendered beyond each edge of the viewport. */
  overscan: number
  /** px; height of a sticky header above the rows. */
  headerHeight?: number
  /** Called with each scroll position, also with those that render nothing. */
  onScroll?: (scrollTop: number) => void
}

/**
 * Which rows of a scrolled list to render: as all rows have the same height, arithmetic on the scroll position, whose cost
 * does not depend on the number of rows. Scrolling renders only when half of the overscan is used up.
 */
export const useVirtualizer = (input: VirtualizerInput) => {
  const { scroller, rowCount, rowHeight, overscan, headings = noHeadings } = input
  const [view, setView] = useState({ top: 0, height: initialHeight, measured: false })
  const latest = useRef(input)
  latest.current = input

  /** Reads the viewport; to be called after code has changed the scroll position. */
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const { scrollTop: top, clientHeight: height } = element
    latest.current.onScroll?.(top)
    setView((before) => {
      const close = before.height === height && Math.abs(before.top - top) < (rowHeight * overscan) / 2
      return close ? before : { top, height, measured: true }
    })
  }, [scroller, rowHeight, overscan])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [scroller, measure])

  const scrollToRow = useCallback(
    (row: number) => {
      const element = scroller.current
      if (!element) return
      const { rowHeight, headerHeight = 0, headings } = latest.current
      const viewport = { top: element.scrollTop, height: element.clientHeight }
      const top = scrollTopFor(row, rowHeight, headerHeight, viewport, headings)
      if (top !== null) element.scrollTop = top
    },
    [scroller],
  )

  // The first render needs no overscan: nothing has been scrolled yet.
  const range = visibleRows(view, rowHeight, rowCount, view.measured ? overscan : 0, headings)
  return {
    ...range,
    height: topOfRow(rowCount, rowHeight, headings),
    viewportHeight: view.height,
    measure,
    scrollToRow,
  }
}
