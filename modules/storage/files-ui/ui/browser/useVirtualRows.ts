import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { evenRows, type RowLayout, useVirtualizer } from '../../../../web/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useFiles } from '../context.ts'
import { usePendingThumbnails } from './usePendingThumbnails.ts'

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Minimum ms between two load calls while scrolling. */
const loadIntervalMs = 80

export interface VirtualRowsInput {
  folderView: FolderView
  scroller: RefObject<HTMLDivElement | null>
  total: number
  /** Items per line; 1 in the list. */
  lanes: number
  /** Height of a line in px, gap included. */
  lineHeight: number
  /** Lines rendered beyond each edge. */
  overscan: number
  /** Height of the sticky header in px. */
  headerHeight: number
  /** Where lines are, unless all follow each other without anything between them. */
  layout?: RowLayout
}

/**
 * The rows to render: visible ones and overscan. Loads missing rows, saves the scroll position in the folder view and
 * restores it.
 */
export const useVirtualRows = ({
  folderView,
  scroller,
  total,
  lanes,
  lineHeight,
  overscan,
  headerHeight,
  layout = evenRows(lineHeight),
}: VirtualRowsInput) => {
  const { files } = useFiles()
  // On the first paint the frame does not exist yet and its position is 0.
  useBeforePaint(() => {
    if (scroller.current) scroller.current.scrollTop = folderView.scrollTop
  }, [folderView, scroller])
  // Runs before the virtualizer's own effect, which reports the position.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = folderView.scrollTop
  }, [folderView, scroller])

  const { from, to, height, viewportHeight, measure, scrollToRow } = useVirtualizer({
    scroller,
    rowCount: Math.ceil(total / lanes),
    rowHeight: lineHeight,
    overscan: overscan,
    headerHeight: headerHeight,
    layout,
    onScroll: (scrollTop) => {
      folderView.scrollTop = scrollTop
      folderView.shown.lead = layout.rowAt(scrollTop) * lanes
    },
  })
  const first = from * lanes
  const end = Math.min(total, to * lanes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another listing has another position, other lanes another first item
  useEffect(measure, [folderView, lanes, measure])

  folderView.shown.first = first
  folderView.shown.end = end
  // Rows inserted or removed above by other clients must not move the visible ones.
  useBeforePaint(() => {
    const { moved } = folderView
    folderView.moved = null
    const element = scroller.current
    if (!moved || !element || element.scrollTop === 0) return
    const topOf = (index: number) => layout.topOf(Math.floor(index / lanes))
    element.scrollTop += topOf(moved.to) - topOf(moved.from)
    measure()
  })

  const loadedAt = useRef(Number.NEGATIVE_INFINITY)
  const missing = folderView.listing.state.status === 'ready' && hasGap(folderView, first, end)
  useEffect(() => {
    if (!missing) return
    // Throttled, because dragging the scrollbar passes many rows.
    const timer = setTimeout(
      () => {
        loadedAt.current = performance.now()
        files.loadRows(first, end)
      },
      Math.max(0, loadedAt.current + loadIntervalMs - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [missing, first, end, files])

  usePendingThumbnails(folderView, first, end)

  const lanesNow = useRef(lanes)
  lanesNow.current = lanes
  const scrollTo = useCallback((index: number) => scrollToRow(Math.floor(index / lanesNow.current)), [scrollToRow])
  return {
    first,
    end,
    top: layout.topOf(from),
    height,
    pageRows: Math.max(1, Math.floor((viewportHeight - headerHeight) / lineHeight) - 1),
    scrollTo,
  }
}

const hasGap = ({ listing }: FolderView, from: number, to: number): boolean => {
  for (let index = from; index < to; index += 1) if (!listing.isFresh(index)) return true
  return false
}

export const indexRange = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
