import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { evenRows, type RowLayout, scrollTopFor, visibleRows } from './virtual-rows.ts'

/** px; height of the viewport assumed during server rendering. */
const initialHeight = 1_000

export interface VirtualizerInput {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  /** px; all rows have the same height. */
  rowHeight: number
  /** Where rows are, unless all follow each other without anything between them. */
  layout?: RowLayout
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
  const { scroller, rowCount, rowHeight, overscan, layout = evenRows(rowHeight) } = input
  const [view, setView] = useState({ top: 0, height: initialHeight, measured: false })
  const latest = useRef({ ...input, layout })
  latest.current = { ...input, layout }

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
      const { headerHeight = 0, layout } = latest.current
      const viewport = { top: element.scrollTop, height: element.clientHeight }
      const top = scrollTopFor(row, layout, headerHeight, viewport)
      if (top !== null) element.scrollTop = top
    },
    [scroller],
  )

  // The first render needs no overscan: nothing has been scrolled yet.
  const range = visibleRows(view, layout, rowCount, view.measured ? overscan : 0)
  return {
    ...range,
    height: layout.topOf(rowCount),
    viewportHeight: view.height,
    measure,
    scrollToRow,
  }
}
