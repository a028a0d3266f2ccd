import type { View } from '../../../tree/ui.ts'
import type { ExtensionColumn } from '../browser/columns.ts'
import { useFiles } from '../context.ts'

/** Lists, pages and columns of extensions. */
export const useExtensionLists = () => {
  const { added } = useFiles()
  const lists = added.flatMap((addition) => addition.lists)
  return {
    lists,
    pages: added.flatMap((addition) => addition.pages),
    list: (view: View) => lists.find((one) => one.view === view),
    column: (name: ExtensionColumn) => added.flatMap(({ columns }) => columns[name] ?? [])[0],
  }
}
