import {
  ClipboardCopy,
  Copy,
  CopyPlus,
  Download,
  FolderOutput,
  History,
  Import,
  MessageSquare,
  PackageOpen,
  Palette,
  Scissors,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { isFavorite } from '../../tree/ui.ts'
import { shortcutKeys } from '../client/shortcut-keys.ts'
import { useFiles } from './context.ts'
import { useFileActions } from './useFileActions.ts'
import { useRestriction } from './useRestriction.ts'

type FileActions = ReturnType<typeof useFileActions>
/** Actions of the entries on the open folder instead of the selection. */
export type FolderActions = {
  [Name in 'copy' | 'duplicate' | 'toClipboard' | 'setFavorite' | 'remove' | 'download']: (
    ...given: Parameters<FileActions[Name]>
  ) => unknown
}

/** Entries that the menus of the selection and of the open folder have in common, and the submenus. */
export const useMenuEntries = (ofFolder?: FolderActions) => {
  const { files, dialogs } = useFiles()
  const t = useT()
  const shell = useShell()
  const restriction = useRestriction()
  const fileActions = useFileActions()
  const actions = ofFolder ?? fileActions
  /** Keys act on the selection. */
  const keys = (shortcut: string | undefined) => (ofFolder ? {} : { shortcut })

  const copyMenu = (): MenuEntry => ({
    id: 'copy-menu',
    label: t('storage:menu.copyOrCut'),
    icon: Copy,
    items: [
      { id: 'copy', label: t('storage:menu.copyTo'), icon: FolderOutput, onSelect: actions.copy },
      { id: 'duplicate', label: t('storage:menu.duplicate'), icon: CopyPlus, onSelect: actions.duplicate },
      {
        id: 'cut',
        label: t('storage:menu.cut'),
        icon: Scissors,
        ...keys(shortcutKeys.cut),
        onSelect: () => actions.toClipboard('cut'),
      },
      {
        id: 'hold',
        label: t('storage:menu.copy'),
        icon: ClipboardCopy,
        ...keys(shortcutKeys.copy),
        onSelect: () => actions.toClipboard('copy'),
      },
    ],
  })
  const organizeMenu = (folder: Item): MenuEntry[] => {
    const favorite = isFavorite(folder)
    const customize = {
      id: 'customize',
      label: t('storage:menu.customize'),
      icon: Palette,
      onSelect: () => void fileActions.customize(folder),
    }
    // Favorites are the owner's.
    if (folder.attributes.access !== undefined) return [customize, restorePoint(folder)]
    const setFavorite = {
      id: 'favorite',
      label: t(favorite ? 'storage:menu.unfavorite' : 'storage:menu.favorite'),
      icon: favorite ? StarOff : Star,
      onSelect: () => actions.setFavorite(!favorite),
    }
    const items = [setFavorite, customize, restorePoint(folder)]
    return [{ id: 'organize', label: t('storage:menu.organize'), icon: Palette, items }]
  }

  /** Entry of a folder, or of the root (null). */
  const restorePoint = (folder: Item | null): MenuEntry => ({
    id: 'restore-point',
    label: t('storage:menu.restorePoint'),
    icon: History,
    onSelect: () => void fileActions.restorePoint(folder),
  })

  const remove = ({ permanently = false } = {}): MenuEntry => ({
    id: permanently ? 'destroy' : 'delete',
    label: t(permanently ? 'storage:menu.deletePermanently' : 'storage:menu.delete'),
    icon: Trash2,
    danger: true,
    ...keys(shortcutKeys.remove),
    onSelect: actions.remove,
  })

  const download = (items: readonly Item[]): MenuEntry => ({
    id: 'download',
    label: t('storage:menu.download'),
    icon: Download,
    ...keys(shell.shortcuts.shown(shortcutKeys.download)),
    ...restriction('download', ...items),
    onSelect: actions.download,
  })

  const extract = (archive: Item): MenuEntry => ({
    id: 'extract',
    label: t('storage:menu.extract'),
    icon: PackageOpen,
    ...restriction('upload', archive),
    onSelect: fileActions.extract,
  })

  const importExport = (archive: Item): MenuEntry => ({
    id: 'import',
    label: t('storage:menu.import'),
    icon: Import,
    ...restriction('upload', archive),
    onSelect: fileActions.importExport,
  })

  /** Opens the details at the comments. */
  const comments = ({ id }: Item): MenuEntry => ({
    id: 'comments',
    label: t('storage:comments.title'),
    icon: MessageSquare,
    onSelect: () => {
      // The details are about the open folder where nothing is selected.
      if (ofFolder) files.current().selection.clear()
      dialogs.state.commentsOf = id
      shell.toggleDetail('open')
    },
  })

  return { copyMenu, organizeMenu, restorePoint, remove, download, extract, importExport, comments }
}
