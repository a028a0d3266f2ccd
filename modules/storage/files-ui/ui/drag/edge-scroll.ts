/** px from the edge that scrolls, and maximum px per frame. */
const edgePx = 48
const pxPerFrame = 18

/** Scrolls a list while the pointer is near its upper or lower edge; faster when closer. */
export const createEdgeScroll = (scroller: () => HTMLElement | null, moved?: () => void) => {
  let frame = 0
  let pointer: number | null = null
  const step = () => {
    frame = 0
    const element = scroller()
    if (!element || pointer === null) return
    const { top, bottom } = element.getBoundingClientRect()
    const up = Math.min(1, (top + edgePx - pointer) / edgePx)
    const down = Math.min(1, (pointer - (bottom - edgePx)) / edgePx)
    const by = up > 0 ? -up : down > 0 ? down : 0
    if (by === 0) return
    const before = element.scrollTop
    element.scrollTop += Math.sign(by) * Math.ceil(Math.abs(by) * pxPerFrame)
    if (element.scrollTop === before) return
    moved?.()
    frame = requestAnimationFrame(step)
  }
  return {
    /** Position of the pointer, px from the top of the window. */
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
