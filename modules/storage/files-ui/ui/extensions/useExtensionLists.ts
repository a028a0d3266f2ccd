import { use } from 'react'
import type { Section } from '../../../tree/ui.ts'
import type { ExtensionColumn } from '../browser/columns.ts'
import { FilesExtensionsContext } from './types.ts'

/** Lists, pages and columns of extensions. */
export const useExtensionLists = () => {
  const added = use(FilesExtensionsContext)
  const lists = added.flatMap((addition) => addition.lists)
  const pages = added.flatMap((addition) => addition.pages)
  return {
    lists,
    pages,
    /** Link to create an entry of a list. */
    createIn: (section: Section) => pages.find(({ href }) => href === section)?.create,
    list: (section: Section) => lists.find((one) => one.section === section),
    column: (name: ExtensionColumn) => added.flatMap(({ columns }) => columns[name] ?? [])[0],
  }
}
