/** A rectangle of the scrolled content, px. */
export interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

/** How the entries lie in the content, px. */
export interface Lattice {
  lanes: number
  /** From one line to the next, and how much of that is the entry. */
  lineHeight: number
  height: number
  /** From one lane to the next, and how much of that is the entry. */
  laneWidth: number
  width: number
  /** Where the first entry begins. */
  left: number
  top: number
  total: number
}

const span = (from: number, to: number, start: number, step: number, size: number, count: number) => {
  const first = Math.max(0, Math.ceil((from - start - size) / step))
  const last = Math.min(count - 1, Math.floor((to - start) / step))
  return [first, last] as const
}

/** The entries that a rectangle touches, as half-open ranges, one per line of a grid. */
export const entriesIn = (area: Area, at: Lattice): (readonly [from: number, to: number])[] => {
  const lines = Math.ceil(at.total / at.lanes)
  const [top, bottom] = span(area.top, area.bottom, at.top, at.lineHeight, at.height, lines)
  if (at.lanes === 1) return top > bottom ? [] : [[top, Math.min(at.total, bottom + 1)]]
  const [left, right] = span(area.left, area.right, at.left, at.laneWidth, at.width, at.lanes)
  if (left > right) return []
  return Array.from({ length: Math.max(0, bottom - top + 1) }, (_, line) => {
    const start = (top + line) * at.lanes
    return [Math.min(at.total, start + left), Math.min(at.total, start + right + 1)] as const
  }).filter(([from, to]) => from < to)
}
