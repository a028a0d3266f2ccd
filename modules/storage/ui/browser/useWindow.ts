import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Opened } from '../../client/files.store.ts'
import { useFiles } from '../context.ts'

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

export interface WindowInput {
  opened: Opened
  scroller: RefObject<HTMLDivElement | null>
  total: number
  /** Items per line: 1 in the list. */
  lanes: number
  /** px of a line, gap included. */
  lineHeight: number
  /** px above the first line that scroll with it. */
  margin: number
}

/** The rows to render: those in view and some around; loads what is missing of them, keeps and restores the scroll position. */
export const useWindow = ({ opened, scroller, total, lanes, lineHeight, margin }: WindowInput) => {
  const { files } = useFiles()
  const lines = Math.ceil(total / lanes)
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: lanes > 1 ? 3 : 8,
    // What the server renders: a desktop's height of rows.
    initialRect: { width: 1_000, height: 960 },
    initialOffset: () => opened.scrollTop,
    scrollPaddingStart: margin,
    scrollPaddingEnd: 8,
  })
  const seen = virtual.getVirtualItems()
  const first = (seen[0]?.index ?? 0) * lanes
  const end = Math.min(total, ((seen.at(-1)?.index ?? -1) + 1) * lanes)

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the line's height changes
  useBeforePaint(() => virtual.measure(), [lineHeight, lanes])

  const last = useRef(opened)
  useBeforePaint(() => {
    const element = scroller.current
    if (!element) return
    if (last.current !== opened || element.scrollTop === 0) element.scrollTop = opened.scrollTop
    last.current = opened
    const keep = () => {
      opened.scrollTop = element.scrollTop
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [opened, scroller])

  const missing = opened.listing.state.status === 'ready' && hasGap(opened, first, end)
  useEffect(() => {
    if (!missing) return
    // Rows that only fly by under the scrollbar are not worth a call.
    const timer = setTimeout(() => files.need(first, end), 60)
    return () => clearTimeout(timer)
  }, [missing, first, end, files])

  return { virtual, first, end, top: seen[0]?.start ?? 0, height: lines * lineHeight }
}

const hasGap = ({ listing }: Opened, from: number, to: number): boolean => {
  for (let index = from; index < to; index += 1) if (!listing.at(index)) return true
  return false
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
