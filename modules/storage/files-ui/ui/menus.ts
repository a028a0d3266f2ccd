import {
  ClipboardCopy,
  ClipboardPaste,
  CloudUpload,
  Copy,
  CopyPlus,
  CornerDownRight,
  Download,
  Eye,
  FolderOpen,
  FolderOutput,
  FolderPlus,
  FolderUp,
  History,
  Info,
  LifeBuoy,
  Palette,
  Pencil,
  Scissors,
  Star,
  StarOff,
  Trash,
  Trash2,
} from 'lucide-react'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { isExtensionView, isFavorite } from '../../tree/ui.ts'
import { mayCreateIn, mayEdit, mayEditSelection } from '../client/abilities.ts'
import { countOf } from '../client/selection-target.ts'
import { openItem } from './browser/open.ts'
import { useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { groups, sharingEntries } from './menu-groups.ts'
import { useCreate } from './useCreate.ts'
import { useFileActions } from './useFileActions.ts'

/**
 * The item menu (right click, “…” button, Shift+F10, sheet on phones) for the selection or the background: at most ten
 * rows, the deletion last. Built each time it opens.
 */
export const useMenu = (): (() => MenuEntry[]) => {
  const app = useFiles()
  const { files, dialogs, clipboard } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const added = useExtensionActions()

  const forSpace = (): MenuEntry[] => {
    const { location } = files.current()
    const { content } = clipboard.state
    if (location.view === 'trash') return [emptyTrash()]
    if (isExtensionView(location.view) || !mayCreateIn(files.current())) return []
    return groups(
      [
        {
          id: 'upload-files',
          label: t('storage:menu.uploadFiles'),
          icon: CloudUpload,
          shortcut: shell.shortcuts.shown('u'),
          ...create.restriction('upload'),
          onSelect: create.uploadFiles,
        },
        location.view === 'files' && {
          id: 'upload-folder',
          label: t('storage:menu.uploadFolder'),
          icon: FolderUp,
          ...create.restriction('upload'),
          onSelect: create.uploadFolder,
        },
      ],
      [
        location.view === 'files' && {
          id: 'new-folder',
          label: t('storage:menu.newFolder'),
          icon: FolderPlus,
          shortcut: shell.shortcuts.shown('n'),
          ...create.restriction('create-folder'),
          onSelect: create.newFolder,
        },
        location.view === 'files' &&
          content !== null && {
            id: 'paste',
            label: t('storage:menu.paste', { count: countOf(content.target) }),
            icon: ClipboardPaste,
            shortcut: 'mod+v',
            onSelect: fileActions.paste,
          },
      ],
    )
  }
  const emptyTrash = (): MenuEntry => ({
    id: 'empty',
    label: t('storage:menu.emptyTrash'),
    icon: Trash,
    danger: true,
    onSelect: fileActions.emptyTrash,
  })

  const copyMenu = (): MenuEntry => ({
    id: 'copy-menu',
    label: t('storage:menu.copyOrCut'),
    icon: Copy,
    items: [
      { id: 'copy', label: t('storage:menu.copyTo'), icon: FolderOutput, onSelect: fileActions.copy },
      { id: 'duplicate', label: t('storage:menu.duplicate'), icon: CopyPlus, onSelect: fileActions.duplicate },
      {
        id: 'cut',
        label: t('storage:menu.cut'),
        icon: Scissors,
        shortcut: 'mod+x',
        onSelect: () => fileActions.toClipboard('cut'),
      },
      {
        id: 'hold',
        label: t('storage:menu.copy'),
        icon: ClipboardCopy,
        shortcut: 'mod+c',
        onSelect: () => fileActions.toClipboard('copy'),
      },
    ],
  })
  const organizeMenu = (folder: Item): MenuEntry => {
    const favorite = isFavorite(folder)
    const customize = {
      id: 'customize',
      label: t('storage:menu.customize'),
      icon: Palette,
      onSelect: () => void fileActions.customize(folder),
    }
    // Favorites are the owner's.
    if (folder.attributes.access !== undefined) return customize
    return {
      id: 'organize',
      label: t('storage:menu.organize'),
      icon: Palette,
      items: [
        {
          id: 'favorite',
          label: t(favorite ? 'storage:menu.unfavorite' : 'storage:menu.favorite'),
          icon: favorite ? StarOff : Star,
          onSelect: () => void fileActions.setFavorite(!favorite),
        },
        customize,
      ],
    }
  }

  const remove = (trashed: boolean): MenuEntry => ({
    id: trashed ? 'destroy' : 'delete',
    label: t(trashed ? 'storage:menu.deletePermanently' : 'storage:menu.delete'),
    icon: Trash2,
    danger: true,
    shortcut: 'Delete',
    onSelect: fileActions.remove,
  })

  const download = (): MenuEntry => ({
    id: 'download',
    label: t('storage:menu.download'),
    icon: Download,
    shortcut: shell.shortcuts.shown('d'),
    ...create.restriction('download'),
    onSelect: fileActions.download,
  })

  const forOne = (item: Item): MenuEntry[] => {
    const folderView = files.current()
    const { view } = folderView.location
    const folder = item.type === 'folder'
    const detail: MenuEntry = {
      id: 'detail',
      label: t('storage:menu.detail'),
      icon: Info,
      shortcut: shell.shortcuts.shown('i'),
      onSelect: () => shell.toggleDetail(true),
    }
    const open: MenuEntry | false = (folder || view !== 'trash') && {
      id: 'open',
      label: t('storage:menu.open'),
      icon: folder ? FolderOpen : Eye,
      shortcut: 'Enter',
      onSelect: () => openItem(app, item, folderView),
    }
    if (view === 'trash')
      return groups(
        [
          open,
          { id: 'restore', label: t('storage:menu.restore'), icon: LifeBuoy, onSelect: fileActions.restore },
          !folder && download(),
        ],
        [detail],
        [remove(true)],
      )
    if (!mayEdit(item, folderView)) return groups([open, download()], sharingEntries(t, added.ofSelection()), [detail])
    return groups(
      [open, download()],
      sharingEntries(t, added.ofSelection()),
      [
        { id: 'rename', label: t('storage:menu.rename'), icon: Pencil, shortcut: 'F2', onSelect: fileActions.rename },
        { id: 'move', label: t('storage:menu.move'), icon: CornerDownRight, onSelect: fileActions.move },
        copyMenu(),
        !folder && {
          id: 'versions',
          label: t('storage:versions.title'),
          icon: History,
          onSelect: () => {
            dialogs.state.versionsOf = item.id
            shell.toggleDetail(true)
          },
        },
        folder && organizeMenu(item),
      ],
      [detail],
      [remove(false)],
    )
  }

  const forSeveral = (): MenuEntry[] => {
    const { location } = files.current()
    if (location.view === 'trash')
      return groups(
        [{ id: 'restore', label: t('storage:menu.restore'), icon: LifeBuoy, onSelect: fileActions.restore }],
        [remove(true)],
      )
    if (!mayEditSelection(files.current())) return groups([download()], added.ofSelection())
    return groups(
      [
        download(),
        fileActions.onlyFolders() && {
          id: 'favorite',
          label: t('storage:menu.favorite'),
          icon: Star,
          onSelect: () => fileActions.setFavorite(true),
        },
      ],
      sharingEntries(t, added.ofSelection()),
      [{ id: 'move', label: t('storage:menu.move'), icon: CornerDownRight, onSelect: fileActions.move }, copyMenu()],
      [remove(false)],
    )
  }

  return () => {
    const { selection, listing } = files.current()
    const count = selection.count()
    if (dialogs.state.menuFor !== 'selection' || count === 0) return forSpace()
    const item = count === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
    return item ? forOne(item) : forSeveral()
  }
}
