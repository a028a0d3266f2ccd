import { CornerDownRight, Pencil } from 'lucide-react'
import { type MenuEntry, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { mayEdit } from '../client/abilities.ts'
import type { FolderView } from '../client/folder-view.ts'
import type { ActionTarget } from '../client/selection-target.ts'
import { openLocation } from './browser/open-item.ts'
import { type FilesApp, useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { leaveBefore } from './leave-before.ts'
import { joinMenuGroups, sharingEntries } from './menu-groups.ts'
import { useMenuEntries } from './useMenuEntries.ts'

/** A folder that need not be open. `from`: its own view. */
export interface OtherFolder {
  item: Item
  from: FolderView
}

/** Opens the folder above one that is about to be removed, if it or a folder in it is open. */
const leaveFolder = ({ files }: FilesApp, { id, attributes }: Item): void => {
  const { location, path } = files.current()
  if (location.id === id || path.some((above) => above.id === id))
    openLocation(files, { section: 'files', id: attributes.parent_id })
}

/** Entries of the menu of a folder that is neither selected nor need be open, as `useFolderMenu` has them of the open one. */
export const useOtherFolderMenu = ({ item, from }: OtherFolder): (() => MenuEntry[]) => {
  const app = useFiles()
  const { dialogs, actions, clipboard } = app
  const t = useT()
  const added = useExtensionActions()
  const target: ActionTarget = { kind: 'items', items: [item], from }
  const { copyMenu, organizeMenu, remove, download } = useMenuEntries({
    copy: () => dialogs.open({ name: 'copy', target }),
    duplicate: () => actions.duplicate(target),
    toClipboard: (mode) => clipboard.set(mode, target),
    setFavorite: (on) => actions.setFavorite([item], on),
    remove: () => {
      leaveBefore(app, () => leaveFolder(app, item))
      return actions.trash(target)
    },
    download: () => actions.permitted('download', item) && dialogs.open({ name: 'download-zip', target }),
  })
  const edits = (): MenuEntry[] => [
    {
      id: 'rename',
      label: t('storage:menu.rename'),
      icon: Pencil,
      onSelect: () => dialogs.open({ name: 'rename-item', item }),
    },
    {
      id: 'move',
      label: t('storage:menu.move'),
      icon: CornerDownRight,
      onSelect: () => dialogs.open({ name: 'move', target }),
    },
    copyMenu(),
    ...organizeMenu(item),
  ]
  return () => {
    const editable = mayEdit(item, from)
    // Keys act on the open folder.
    const sharing = added.ofItem(item, from).map(({ shortcut, ...action }) => action)
    return joinMenuGroups([download([item])], sharingEntries(t, sharing), editable ? edits() : [], [
      editable && remove(),
    ])
  }
}
