import { type RefObject, useCallback, useEffect, useState } from 'react'
import { createScrollSpace, type ScrollSpace } from './scroll-space.ts'
import { useLatest } from './useLatest.ts'
import { evenRows, type RowLayout, scrollTopFor, visibleRows } from './virtual-rows.ts'

/** px; height of the viewport assumed during server rendering. */
const initialHeight = 1_000

interface VirtualizerInput {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  /** px; all rows have the same height. */
  rowHeight: number
  /** Positions of rows, unless they follow each other without gaps. */
  layout?: RowLayout
  /** Rows rendered beyond each edge of the viewport. */
  overscan: number
  /** px; height of a sticky header above the rows. */
  headerHeight?: number
  /** Called with each scroll position in the content, also when nothing is rendered. */
  onScroll?: (scrollTop: number) => void
  /** Maps positions of the scroller, where other code needs them too. */
  space?: ScrollSpace
}

/**
 * The range of rows of a scrolled list to render. As all rows have the same height, it follows from the scroll position, at
 * a cost that does not depend on the number of rows. Scrolling renders only when half of the overscan is used up.
 */
export const useVirtualizer = (input: VirtualizerInput) => {
  const { scroller, rowCount, rowHeight, overscan, layout = evenRows(rowHeight) } = input
  const [view, setView] = useState({ top: 0, height: initialHeight, offset: 0, measured: false })
  const latest = useLatest({ ...input, layout })
  const [ownSpace] = useState(createScrollSpace)
  const { space = ownSpace } = input
  const height = space.resize(layout.topOf(rowCount))

  /** Reads the viewport; to be called after code has changed the scroll position. */
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const { clientHeight: height } = element
    const top = space.read(element)
    const offset = space.offset()
    latest.current.onScroll?.(top)
    setView((before) => {
      const same = before.height === height && before.offset === offset
      const close = same && Math.abs(before.top - top) < (rowHeight * overscan) / 2
      return close ? before : { top, height, offset, measured: true }
    })
  }, [scroller, space, rowHeight, overscan])

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
      const viewport = { top: space.read(element), height: element.clientHeight }
      const top = scrollTopFor(row, layout, headerHeight, viewport)
      if (top !== null) space.scrollTo(element, top)
    },
    [scroller, space],
  )

  // The first render needs no overscan: nothing has been scrolled yet.
  const range = visibleRows(view, layout, rowCount, view.measured ? overscan : 0)
  return {
    ...range,
    /** px; of the element around the rows. */
    height,
    /** px; to subtract from where the layout has a row. */
    offset: view.offset,
    viewportHeight: view.height,
    measure,
    scrollToRow,
  }
}
