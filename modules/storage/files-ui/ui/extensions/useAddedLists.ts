import type { View } from '../../../tree/ui.ts'
import type { AddedColumn } from '../browser/columns.ts'
import { useFiles } from '../context.ts'

/** The lists that other modules add, and their columns. */
export const useAddedLists = () => {
  const { added } = useFiles()
  const lists = added.flatMap((addition) => addition.lists)
  return {
    lists,
    pages: added.flatMap((addition) => addition.pages),
    list: (view: View) => lists.find((one) => one.view === view),
    column: (name: AddedColumn) => added.flatMap(({ columns }) => columns[name] ?? [])[0],
  }
}
