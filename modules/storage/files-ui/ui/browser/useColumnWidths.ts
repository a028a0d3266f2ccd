import { minColumnWidth } from '../../../tree/contract.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useView } from '../useView.ts'
import { type Column, type ColumnWidth, defaultWidth, isExtensionColumn } from './columns.ts'
import type { HeaderProps } from './HeaderRow.tsx'

const unknownColumnPx = 128

/** Widths of the open list's columns in px; `template` makes `grid-template-columns` of them. */
export const useColumnWidths = (
  template: (widthOf: (column: Column) => ColumnWidth) => string,
): { template: string; handlers: Pick<HeaderProps, 'widthOf' | 'onDrag' | 'onResize'> } => {
  const { widths, change } = useView()
  const { column: added } = useExtensionLists()
  const byDefault = (column: Column) => defaultWidth(column, (name) => added(name)?.width ?? unknownColumnPx)
  const widthOf = (column: Column) => widths[column] ?? byDefault(column)
  const withMin = (column: Column, width: number): ColumnWidth => {
    const { minWidth = minColumnWidth } = (isExtensionColumn(column) && added(column)) || {}
    return { width, min: minWidth }
  }
  return {
    template: template((column) => withMin(column, widthOf(column))),
    handlers: {
      widthOf,
      // Without React, which would compare all rows for each move of the pointer.
      onDrag: (column, width, grid) =>
        grid.style.setProperty(
          '--columns',
          template((other) => withMin(other, other === column ? width : widthOf(other))),
        ),
      // The default is stored too: the root, whose widths are inherited, may have another.
      onResize: (column, width) => change({ widths: { ...widths, [column]: width ?? byDefault(column) } }),
    },
  }
}
