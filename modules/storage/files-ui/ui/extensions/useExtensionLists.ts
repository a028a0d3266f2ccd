import type { View } from '../../../tree/ui.ts'
import type { ExtensionColumn } from '../browser/columns.ts'
import { useFiles } from '../context.ts'

/** Lists, pages and columns of extensions. */
export const useExtensionLists = () => {
  const { added } = useFiles()
  const lists = added.flatMap((addition) => addition.lists)
  const pages = added.flatMap((addition) => addition.pages)
  return {
    lists,
    pages,
    /** What a list offers to create: a link. */
    createIn: (view: View) => pages.find(({ href }) => href === view)?.create,
    list: (view: View) => lists.find((one) => one.view === view),
    column: (name: ExtensionColumn) => added.flatMap(({ columns }) => columns[name] ?? [])[0],
  }
}
