import {
  ClipboardCopy,
  Copy,
  CopyPlus,
  Download,
  FolderOutput,
  Palette,
  Scissors,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { isFavorite } from '../../tree/ui.ts'
import { useCreate } from './useCreate.ts'
import { useFileActions } from './useFileActions.ts'

/** Entries that the menus of one item and of several have in common, and the submenus. */
export const useMenuEntries = () => {
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()

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

  return { copyMenu, organizeMenu, remove, download }
}
