/**
 * Keeps a finger's movement from the browser where `ours` says that the page follows it. `touch-action` alone does not:
 * Chrome still lets a fast swipe glide on, and takes the next tap for the one that stops it. Returns what ends it.
 */
export const ownGesture = (element: HTMLElement, ours: (event: TouchEvent) => boolean): (() => void) => {
  const onMove = (event: TouchEvent) => {
    if (event.cancelable && ours(event)) event.preventDefault()
  }
  element.addEventListener('touchmove', onMove, { passive: false })
  return () => element.removeEventListener('touchmove', onMove)
}
