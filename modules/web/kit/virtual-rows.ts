/** The visible part of a scroll container, px. */
export interface Viewport {
  top: number
  height: number
}

/** The half-open range of rows to render: those in the viewport and `overscan` more at each end. */
export const visibleRows = (
  { top, height }: Viewport,
  rowHeight: number,
  rowCount: number,
  overscan: number,
): { from: number; to: number } => {
  const from = Math.max(0, Math.min(rowCount, Math.floor(top / rowHeight)) - overscan)
  return { from, to: Math.max(from, Math.min(rowCount, Math.ceil((top + height) / rowHeight) + overscan)) }
}

/** The scroll position that shows a row completely, below a sticky header of `headerHeight`; null if it already is. */
export const scrollTopFor = (
  row: number,
  rowHeight: number,
  headerHeight: number,
  { top, height }: Viewport,
): number | null => {
  const start = row * rowHeight
  const end = headerHeight + start + rowHeight
  if (start < top) return start
  return end > top + height ? end - height : null
}
