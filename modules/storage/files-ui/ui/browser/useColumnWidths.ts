import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useView } from '../useView.ts'
import { type Column, defaultWidth } from './columns.ts'
import type { HeaderProps } from './HeaderRow.tsx'

const unknownColumnPx = 128

/** Widths of the open list's columns in px; `template` makes `grid-template-columns` of them. */
export const useColumnWidths = (
  template: (widthOf: (column: Column) => number) => string,
): { template: string; handlers: Pick<HeaderProps, 'widthOf' | 'onDrag' | 'onResize'> } => {
  const { widths, change } = useView()
  const { column: added } = useExtensionLists()
  const byDefault = (column: Column) => defaultWidth(column, (name) => added(name)?.width ?? unknownColumnPx)
  const widthOf = (column: Column) => widths[column] ?? byDefault(column)
  return {
    template: template(widthOf),
    handlers: {
      widthOf,
      // Without React, which would compare all rows for each move of the pointer.
      onDrag: (column, width, grid) =>
        grid.style.setProperty(
          '--columns',
          template((other) => (other === column ? width : widthOf(other))),
        ),
      // The default is stored too: the root, whose widths are inherited, may have another.
      onResize: (column, width) => change({ widths: { ...widths, [column]: width ?? byDefault(column) } }),
    },
  }
}
