import { type TouchEvent, useRef } from 'react'

/** px that a finger must go sideways, and may go up or down meanwhile. */
const far = 56
const straight = 48

/** A swipe with one finger: 1 to the left (the next one), −1 to the right. Not on players, nor in a zoomed picture. */
export const useSwipe = (onSwipe: (step: 1 | -1) => void) => {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0]
      const busy = event.target instanceof Element && event.target.closest('video, audio, input, [data-zoomed]')
      start.current = event.touches.length === 1 && touch && !busy ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchMove: (event: TouchEvent) => {
      if (event.touches.length > 1) start.current = null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const from = start.current
      start.current = null
      if (!touch || !from) return
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(dx) > far && Math.abs(dy) < straight) onSwipe(dx < 0 ? 1 : -1)
    },
  }
}
