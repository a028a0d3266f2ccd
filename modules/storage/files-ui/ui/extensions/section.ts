import type { Item, ParentRef } from '../../../tree/contract.ts'
import type { View, ViewLocation } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/files.store.ts'
import type { FilesExtension } from './types.ts'

/** The list of an extension that leads to an item; `files` for other items. */
export const sectionOfItem = (added: readonly FilesExtension[], item: Item, path: readonly ParentRef[]): View =>
  added.flatMap(({ lists }) => lists).find(({ leadsTo }) => leadsTo?.(item, path))?.view ?? 'files'

/** The list that leads to the open folder: the first step of its path. */
export const sectionOf = (
  added: readonly FilesExtension[],
  { location, root, path }: Pick<FolderView, 'location' | 'root' | 'path'>,
): View => (location.view === 'files' && root ? sectionOfItem(added, root, path) : location.view)

/** The location above the open folder. */
export const parentOf = (added: readonly FilesExtension[], folderView: FolderView): ViewLocation => {
  const parent = folderView.path.at(-1)
  return parent ? { view: folderView.location.view, id: parent.id } : { view: sectionOf(added, folderView), id: null }
}
