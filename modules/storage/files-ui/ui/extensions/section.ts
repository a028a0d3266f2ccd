import type { Item, ParentRef } from '../../../tree/contract.ts'
import type { Section, SectionLocation } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import type { FilesExtension } from './types.ts'

/** The list of an extension that leads to an item; `files` for other items. */
export const sectionOfItem = (added: readonly FilesExtension[], item: Item, path: readonly ParentRef[]): Section =>
  added.flatMap(({ lists }) => lists).find(({ leadsTo }) => leadsTo?.(item, path))?.section ?? 'files'

/** The list that leads to the open folder: the first step of its path. */
export const sectionOfOpenFolder = (
  added: readonly FilesExtension[],
  { location, root, path }: Pick<FolderView, 'location' | 'root' | 'path'>,
): Section => (location.section === 'files' && root ? sectionOfItem(added, root, path) : location.section)

/** The location above the open folder. */
export const parentOfOpenFolder = (added: readonly FilesExtension[], folderView: FolderView): SectionLocation => {
  const parent = folderView.path.at(-1)
  return parent
    ? { section: folderView.location.section, id: parent.id }
    : { section: sectionOfOpenFolder(added, folderView), id: null }
}
