/** The visible part of a scroll container, px. */
interface Viewport {
  top: number
  height: number
}

/** Positions of rows, px. */
export interface RowLayout {
  topOf: (row: number) => number
  rowAt: (top: number) => number
}

export const evenRows = (rowHeight: number): RowLayout => ({
  topOf: (row) => row * rowHeight,
  rowAt: (top) => Math.floor(top / rowHeight),
})

/** The half-open range of rows to render: the visible rows and `overscan` more at each end. */
export const visibleRows = (
  { top, height }: Viewport,
  { rowAt }: RowLayout,
  rowCount: number,
  overscan: number,
): { from: number; to: number } => {
  const from = Math.max(0, Math.min(rowCount, rowAt(top)) - overscan)
  return { from, to: Math.max(from, Math.min(rowCount, rowAt(top + height - 1) + 1 + overscan)) }
}

/** The scroll position that shows a row completely, below a sticky header of `headerHeight`; null if it already is. */
export const scrollTopFor = (
  row: number,
  { topOf }: RowLayout,
  headerHeight: number,
  { top, height }: Viewport,
): number | null => {
  const start = topOf(row)
  const end = headerHeight + topOf(row + 1)
  if (start < top) return start
  return end > top + height ? end - height : null
}
