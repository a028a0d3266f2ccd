import type { Item } from '../../tree/contract.ts'
import { isExtensionSection } from '../../tree/ui.ts'
import type { FolderView } from './folder-view.ts'

type Open = Pick<FolderView, 'location' | 'root' | 'path'>

/** Whether an item belongs to another account, whose storage and traffic it uses. */
export const isForeign = (item: Item | null | undefined): boolean => item?.attributes.access !== undefined

/**
 * Whether what is added to `to`, else to the open folder, may use the storage of another account. True also where it is not
 * known yet: the server decides.
 */
export const mayBeForeign = ({ location, root }: Omit<Open, 'path'>, to?: { id: string } | null): boolean =>
  to === undefined ? isForeign(root) || (location.id !== null && !root) : to !== null

/** Whether the caller may add items to the open folder. */
export const mayCreateIn = ({ root }: Pick<FolderView, 'root'>): boolean => root?.attributes.access !== 'visitor'

/** Whether an item of another account is listed by itself, or is the open folder with nothing above it. */
const isOutermost = ({ id }: Item, { location, root, path }: Open): boolean =>
  isExtensionSection(location.section) || (root?.id === id && path.length === 0)

/** Whether an item is a folder of another account that was opened to the caller, with nothing above it. */
export const isTopFolder = (item: Item, open: Open): boolean =>
  item.type === 'folder' && item.attributes.access !== undefined && isOutermost(item, open)

/** Whether an item can be a favorite: own folders only. */
export const mayBeFavorite = ({ type, attributes }: Item): boolean =>
  type === 'folder' && attributes.access === undefined

/**
 * Whether the caller may rename, move and delete an item. Of a folder of another account they may change the content only.
 */
export const mayEdit = (item: Item, open: Open): boolean => {
  const { access } = item.attributes
  return access === undefined || (access === 'editor' && !isOutermost(item, open))
}

/** Whether the caller may rename, move and delete all selected rows. */
export const mayEditSelection = (folderView: FolderView): boolean => {
  const { location, listing, selection } = folderView
  // Rows of a folder have the access of the folder.
  if (location.section === 'files') return mayCreateIn(folderView)
  return listing.known().every(({ index, item }) => !selection.has(index) || mayEdit(item, folderView))
}
