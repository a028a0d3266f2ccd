import type { Item } from '../../tree/contract.ts'
import { isExtensionSection } from '../../tree/ui.ts'
import type { FolderView } from './folder-view.ts'

type Open = Pick<FolderView, 'location' | 'root' | 'path'>

/** Whether the caller may add items to the open folder. */
export const mayCreateIn = ({ root }: Pick<FolderView, 'root'>): boolean => root?.attributes.access !== 'visitor'

/** Whether the caller may rename, move and delete an item. Of a folder of another account they may change the content only. */
export const mayEdit = ({ id, attributes: { access } }: Item, { location, root, path }: Open): boolean => {
  if (access === undefined) return true
  const isTop = isExtensionSection(location.section) || (root?.id === id && path.length === 0)
  return access === 'editor' && !isTop
}

/** The same for all selected rows. */
export const mayEditSelection = (folderView: FolderView): boolean => {
  const { location, listing, selection } = folderView
  // Rows of a folder have the access of the folder.
  if (location.section === 'files') return mayCreateIn(folderView)
  return listing.known().every(({ index, item }) => !selection.has(index) || mayEdit(item, folderView))
}
