/** px from an edge within which the list scrolls by itself, and px per frame at the edge itself. */
const margin = 48
const speed = 18

/** Scrolls a list while the pointer is held near its upper or lower edge; the nearer, the faster. */
export const createEdgeScroll = (scroller: () => HTMLElement | null, moved?: () => void) => {
  let frame = 0
  let pointer: number | null = null
  const step = () => {
    frame = 0
    const element = scroller()
    if (!element || pointer === null) return
    const { top, bottom } = element.getBoundingClientRect()
    const up = Math.min(1, (top + margin - pointer) / margin)
    const down = Math.min(1, (pointer - (bottom - margin)) / margin)
    const by = up > 0 ? -up : down > 0 ? down : 0
    if (by === 0) return
    const before = element.scrollTop
    element.scrollTop += Math.sign(by) * Math.ceil(Math.abs(by) * speed)
    if (element.scrollTop === before) return
    moved?.()
    frame = requestAnimationFrame(step)
  }
  return {
    /** Where the pointer is now, px from the top of the window. */
    at: (y: number): void => {
      pointer = y
      if (frame === 0) frame = requestAnimationFrame(step)
    },
    stop: (): void => {
      pointer = null
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
