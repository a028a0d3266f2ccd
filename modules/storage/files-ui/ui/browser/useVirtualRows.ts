import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useVirtualizer } from '../../../../web/ui.ts'
import type { Opened } from '../../client/files.store.ts'
import { useFiles } from '../context.ts'
import { usePendingThumbnails } from './usePendingThumbnails.ts'

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** ms between two calls for rows while somebody scrolls. */
const between = 80

export interface WindowInput {
  opened: Opened
  scroller: RefObject<HTMLDivElement | null>
  total: number
  /** Items per line: 1 in the list. */
  lanes: number
  /** px of a line, gap included. */
  lineHeight: number
  /** Lines rendered beyond each edge. */
  spare: number
  /** px that stand still above the lines (sticky headings). */
  head: number
}

/**
 * The rows to render: those in view and some around. Loads what is missing, keeps the scroll position with the listing and
 * restores it.
 */
export const useWindow = ({ opened, scroller, total, lanes, lineHeight, spare, head }: WindowInput) => {
  const { files } = useFiles()
  // On the first paint the frame is not there yet, and its position is 0 anyway.
  useBeforePaint(() => {
    if (scroller.current) scroller.current.scrollTop = opened.scrollTop
  }, [opened, scroller])
  // Before the virtualizer's own effect, which reports the position.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = opened.scrollTop
  }, [opened, scroller])

  const { from, to, height, viewportHeight, measure, scrollToRow } = useVirtualizer({
    scroller,
    rowCount: Math.ceil(total / lanes),
    rowHeight: lineHeight,
    overscan: spare,
    headerHeight: head,
    onScroll: (scrollTop) => {
      opened.scrollTop = scrollTop
      opened.shown.lead = Math.floor(scrollTop / lineHeight) * lanes
    },
  })
  const first = from * lanes
  const end = Math.min(total, to * lanes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another listing has another position, other lanes another first item
  useEffect(measure, [opened, lanes, measure])

  opened.shown.first = first
  opened.shown.end = end
  // Rows that came or went above, by other hands, leave in its place what the person is looking at.
  useBeforePaint(() => {
    const { moved } = opened
    opened.moved = null
    const element = scroller.current
    if (!moved || !element || element.scrollTop === 0) return
    element.scrollTop += (Math.floor(moved.to / lanes) - Math.floor(moved.from / lanes)) * lineHeight
    measure()
  })

  const neededAt = useRef(Number.NEGATIVE_INFINITY)
  const missing = opened.listing.state.status === 'ready' && hasGap(opened, first, end)
  useEffect(() => {
    if (!missing) return
    // At once, and now and then while rows fly by under the scrollbar.
    const timer = setTimeout(
      () => {
        neededAt.current = performance.now()
        files.need(first, end)
      },
      Math.max(0, neededAt.current + between - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [missing, first, end, files])

  usePendingThumbnails(opened, first, end)

  const lanesNow = useRef(lanes)
  lanesNow.current = lanes
  const scrollTo = useCallback((index: number) => scrollToRow(Math.floor(index / lanesNow.current)), [scrollToRow])
  return {
    first,
    end,
    top: from * lineHeight,
    height,
    pageLines: Math.max(1, Math.floor((viewportHeight - head) / lineHeight) - 1),
    scrollTo,
  }
}

const hasGap = ({ listing }: Opened, from: number, to: number): boolean => {
  for (let index = from; index < to; index += 1) if (!listing.sure(index)) return true
  return false
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
