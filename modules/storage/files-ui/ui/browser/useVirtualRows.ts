import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Opened } from '../../client/files.store.ts'
import { useFiles } from '../context.ts'
import { linesIn, offsetTo } from './lines.ts'
import { usePendingThumbnails } from './usePendingThumbnails.ts'

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** px; what the server renders: a desktop's height of rows. */
const unseenHeight = 1_000

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
 * The rows to render: those in view and some around. All lines are equally high, so this is arithmetic on the scroll
 * position. Loads what is missing, keeps the scroll position with the listing and restores it.
 */
export const useWindow = ({ opened, scroller, total, lanes, lineHeight, spare, head }: WindowInput) => {
  const { files } = useFiles()
  const [view, setView] = useState({ top: 0, height: unseenHeight, seen: false })
  const lines = Math.ceil(total / lanes)
  // What nobody has looked at yet needs no spare lines.
  const { from, to } = linesIn(view, lineHeight, lines, view.seen ? spare : 0)
  const first = from * lanes
  const end = Math.min(total, to * lanes)

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    opened.scrollTop = element.scrollTop
    opened.shown.lead = Math.floor(element.scrollTop / lineHeight) * lanes
    setView((seen) => {
      // While spare lines remain, scrolling renders nothing.
      const near =
        seen.height === element.clientHeight && Math.abs(seen.top - element.scrollTop) < (lineHeight * spare) / 2
      return near ? seen : { top: element.scrollTop, height: element.clientHeight, seen: true }
    })
  }, [scroller, opened, lanes, lineHeight, spare])

  // On the first paint the frame is not there yet, and its position is 0 anyway.
  useBeforePaint(() => {
    if (scroller.current) scroller.current.scrollTop = opened.scrollTop
  }, [opened, scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = opened.scrollTop
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [opened, scroller, look])

  opened.shown.first = first
  opened.shown.end = end
  // Rows that came or went above, by other hands, leave in its place what the person is looking at.
  useBeforePaint(() => {
    const { moved } = opened
    opened.moved = null
    const element = scroller.current
    if (!moved || !element || element.scrollTop === 0) return
    element.scrollTop += (Math.floor(moved.to / lanes) - Math.floor(moved.from / lanes)) * lineHeight
    look()
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

  const shape = useRef({ lanes, lineHeight, head })
  shape.current = { lanes, lineHeight, head }
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element) return
      const { lanes, lineHeight, head } = shape.current
      const wanted = offsetTo(Math.floor(index / lanes), lineHeight, head, {
        top: element.scrollTop,
        height: element.clientHeight,
      })
      if (wanted !== null) element.scrollTop = wanted
    },
    [scroller],
  )
  return {
    first,
    end,
    top: from * lineHeight,
    height: lines * lineHeight,
    pageLines: Math.max(1, Math.floor((view.height - head) / lineHeight) - 1),
    scrollTo,
  }
}

const hasGap = ({ listing }: Opened, from: number, to: number): boolean => {
  for (let index = from; index < to; index += 1) if (!listing.sure(index)) return true
  return false
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
