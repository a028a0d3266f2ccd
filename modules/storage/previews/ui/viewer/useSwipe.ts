import { useEffect, useRef } from 'react'
import { ownGesture } from '../../../tree/ui.ts'

/** px that a finger must go sideways, and may go up or down meanwhile. */
const far = 56
const straight = 48

/** What has a use of its own for a finger that goes sideways. */
const busy = (target: EventTarget | null, within: HTMLElement): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('video, audio, input, [data-zoomed]')) return true
  for (let element: Element | null = target; element && element !== within; element = element.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
    if (scrolls && element.scrollWidth > element.clientWidth) return true
  }
  return false
}

/**
 * A swipe with one finger over an element: 1 to the left (the next one), −1 to the right. Not on players, nor in a
 * zoomed picture or a text that is wider than the window.
 */
export const useSwipe = (element: HTMLElement | null, onSwipe: (step: 1 | -1) => void) => {
  const latest = useRef(onSwipe)
  latest.current = onSwipe
  useEffect(() => {
    if (!element) return
    let from: { x: number; y: number } | null = null
    const way = (touch: Touch | undefined) =>
      touch && from ? [touch.clientX - from.x, touch.clientY - from.y] : [0, 0]
    const onStart = ({ touches, target }: TouchEvent) => {
      const [touch, another] = touches
      from = touch && !another && !busy(target, element) ? { x: touch.clientX, y: touch.clientY } : null
    }
    const onEnd = ({ changedTouches }: TouchEvent) => {
      const [dx = 0, dy = 0] = way(changedTouches[0])
      from = null
      if (Math.abs(dx) > far && Math.abs(dy) < straight) latest.current(dx < 0 ? 1 : -1)
    }
    const onCancel = () => {
      from = null
    }
    const release = ownGesture(element, ({ touches }) => {
      if (touches.length > 1) from = null
      const [dx = 0, dy = 0] = way(touches[0])
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
