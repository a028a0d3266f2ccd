import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createScrollSpace, evenRows, type RowLayout, useLatest, useVirtualizer } from '../../../../web/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useFiles } from '../context.ts'
import { usePendingThumbnails } from './usePendingThumbnails.ts'

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Minimum ms between two load calls while scrolling. */
const loadIntervalMs = 80

interface VirtualRowsInput {
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
  /** Positions of lines, unless they follow each other without gaps. */
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
  const [space] = useState(createScrollSpace)
  const restore = () => {
    if (scroller.current) space.scrollTo(scroller.current, folderView.scrollTop)
  }
  // On the first paint the frame does not exist yet and its position is 0.
  useBeforePaint(restore, [folderView, scroller])
  // Runs before the virtualizer's own effect, which reports the position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each folder view
  useEffect(restore, [folderView, scroller])

  const { from, to, height, offset, viewportHeight, measure, scrollToRow } = useVirtualizer({
    scroller,
    rowCount: Math.ceil(total / lanes),
    rowHeight: lineHeight,
    overscan: overscan,
    headerHeight: headerHeight,
    layout,
    space,
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
    const position = moved && element ? space.read(element) : 0
    if (!moved || !element || position === 0) return
    const topOf = (index: number) => layout.topOf(Math.floor(index / lanes))
    space.scrollTo(element, position + topOf(moved.to) - topOf(moved.from))
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

  const lanesNow = useLatest(lanes)
  const scrollTo = useCallback((index: number) => scrollToRow(Math.floor(index / lanesNow.current)), [scrollToRow])
  return {
    first,
    end,
    /** px; where the first rendered line is in the element. */
    top: layout.topOf(from) - offset,
    height,
    scrollOffset: space.offset,
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
