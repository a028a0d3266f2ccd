import type { RowLayout } from '../../../../web/ui.ts'

/** Rows of one height, some of which (`headed`, ascending) have a heading above them. px. */
export const rowsWithHeadings = (rowHeight: number, headed: readonly number[], headingHeight: number): RowLayout => ({
  /** Top of a row; with a heading, the top of the heading. */
  topOf: (row) => row * rowHeight + headed.filter((other) => other < row).length * headingHeight,
  /** Row at a position; a heading belongs to the row below it. */
  rowAt: (top) => {
    const passed = headed.filter((row, index) => top >= row * rowHeight + index * headingHeight)
    const row = Math.floor((top - passed.length * headingHeight) / rowHeight)
    return Math.max(row, passed.at(-1) ?? row)
  },
})
