/** The visible part of a scroll container, px. */
export interface Viewport {
  top: number
  height: number
}

/** Rows with a heading above them. */
export interface Headings {
  /** Their indexes, ascending. */
  rows: readonly number[]
  /** px; height of a heading. */
  height: number
}

export const noHeadings: Headings = { rows: [], height: 0 }

/** Position of a row in px; of one with a heading, that of its heading. */
export const topOfRow = (row: number, rowHeight: number, { rows, height }: Headings = noHeadings): number => {
  const after = height === 0 ? -1 : rows.findIndex((headed) => headed >= row)
  return row * rowHeight + (after < 0 ? rows.length : after) * height
}

/** The row at a position, also when that is on its heading. */
export const rowAtTop = (top: number, rowHeight: number, { rows, height }: Headings = noHeadings): number => {
  let passed = 0
  for (const row of rows) {
    if (top < row * rowHeight + passed * height) break
    passed += 1
  }
  const row = Math.floor((top - passed * height) / rowHeight)
  return Math.max(row, rows[passed - 1] ?? row)
}

/** The half-open range of rows to render: those in the viewport and `overscan` more at each end. */
export const visibleRows = (
  { top, height }: Viewport,
  rowHeight: number,
  rowCount: number,
  overscan: number,
  headings: Headings = noHeadings,
): { from: number; to: number } => {
  const from = Math.max(0, Math.min(rowCount, rowAtTop(top, rowHeight, headings)) - overscan)
  const end = rowAtTop(top + height - 1, rowHeight, headings) + 1
  return { from, to: Math.max(from, Math.min(rowCount, end + overscan)) }
}

/** The scroll position that shows a row completely, below a sticky header of `headerHeight`; null if it already is. */
export const scrollTopFor = (
  row: number,
  rowHeight: number,
  headerHeight: number,
  { top, height }: Viewport,
  headings: Headings = noHeadings,
): number | null => {
  const start = topOfRow(row, rowHeight, headings)
  const end = headerHeight + start + rowHeight + (headings.rows.includes(row) ? headings.height : 0)
  if (start < top) return start
  return end > top + height ? end - height : null
}
