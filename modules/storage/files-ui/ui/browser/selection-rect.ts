/** A rectangle in scrolled content coordinates, px. */
interface SelectionRect {
  left: number
  right: number
  top: number
  bottom: number
}

/** Positions of the entries in the scrolled content, px. */
export interface GridGeometry {
  lanes: number
  /** Distance between lines, and height of an entry. */
  lineHeight: number
  height: number
  /** Distance between lanes, and width of an entry. */
  laneWidth: number
  width: number
  /** Offset of the first entry. */
  left: number
  top: number
  total: number
}

const span = (from: number, to: number, start: number, step: number, size: number, count: number) => {
  const first = Math.max(0, Math.ceil((from - start - size) / step))
  const last = Math.min(count - 1, Math.floor((to - start) / step))
  return [first, last] as const
}

/** Entries that a rectangle touches, as half-open ranges, one per line of a grid. */
export const entriesInRect = (area: SelectionRect, at: GridGeometry): (readonly [from: number, to: number])[] => {
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
