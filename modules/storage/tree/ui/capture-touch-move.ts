/** Whether the page is pinch-zoomed: a finger moves the part of it that is seen, and does not swipe. */
export const isPinchZoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01

/**
 * Prevents the browser from scrolling where `ours` is true. `touch-action` alone does not suffice: Chrome continues a
 * fast swipe and swallows the next tap. Returns the cleanup function.
 */
export const captureTouchMove = (element: HTMLElement, ours: (event: TouchEvent) => boolean): (() => void) => {
  const onMove = (event: TouchEvent) => {
    if (event.cancelable && ours(event)) event.preventDefault()
  }
  element.addEventListener('touchmove', onMove, { passive: false })
  return () => element.removeEventListener('touchmove', onMove)
}
