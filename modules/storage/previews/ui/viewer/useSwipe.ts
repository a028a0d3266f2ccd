import { useEffect } from 'react'
import { useLatest } from '../../../../web/ui.ts'
import { captureTouchMove, isPinchZoomed } from '../../../tree/ui.ts'
import { scrollsSideways } from './scrolls-sideways.ts'

/** Minimum horizontal and maximum vertical distance of a swipe, px. */
const minDistancePx = 56
const maxDriftPx = 48

/** Elements that handle horizontal swipes themselves. */
const handlesSwipe = (target: EventTarget | null, within: HTMLElement): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('video, audio, input, [data-zoomed]')) return true
  for (let element: Element | null = target; element && element !== within; element = element.parentElement)
    if (scrollsSideways(element)) return true
  return false
}

/**
 * A one-finger swipe over an element: 1 to the left (next), -1 to the right. Ignores players, zoomed pictures,
 * horizontally scrolling text, and everything while the page is pinch-zoomed.
 */
export const useSwipe = (element: HTMLElement | null, onSwipe: (step: 1 | -1) => void) => {
  const latest = useLatest(onSwipe)
  useEffect(() => {
    if (!element) return
    let from: { x: number; y: number } | null = null
    const delta = (touch: Touch | undefined) =>
      touch && from ? [touch.clientX - from.x, touch.clientY - from.y] : [0, 0]
    const onStart = ({ touches, target }: TouchEvent) => {
      const [touch, another] = touches
      const isSwipe = touch && !another && !isPinchZoomed() && !handlesSwipe(target, element)
      from = isSwipe ? { x: touch.clientX, y: touch.clientY } : null
    }
    const onEnd = ({ changedTouches }: TouchEvent) => {
      const [dx = 0, dy = 0] = delta(changedTouches[0])
      from = null
      if (Math.abs(dx) > minDistancePx && Math.abs(dy) < maxDriftPx) latest.current(dx < 0 ? 1 : -1)
    }
    const onCancel = () => {
      from = null
    }
    const release = captureTouchMove(element, ({ touches }) => {
      if (touches.length > 1) from = null
      const [dx = 0, dy = 0] = delta(touches[0])
      return Math.abs(dx) > Math.abs(dy)
    })
    const handlers = { touchstart: onStart, touchend: onEnd, touchcancel: onCancel }
    for (const [type, handler] of Object.entries(handlers))
      element.addEventListener(type, handler as EventListener, { passive: true })
    return () => {
      release()
      for (const [type, handler] of Object.entries(handlers))
        element.removeEventListener(type, handler as EventListener)
    }
  }, [element])
}
