import { CornerDownRight, Eye, FolderOpen, History, Info, Pencil, RotateCcw, Star, StarOff } from 'lucide-react'
import { exportFileName } from '../../../users/contract.ts'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { isFavorite } from '../../tree/ui.ts'
import { isForeign, mayEdit, mayEditSelection } from '../client/abilities.ts'
import { selectedItems } from '../client/selection-target.ts'
import { shortcutKeys } from '../client/shortcut-keys.ts'
import { openItem } from './browser/open-item.ts'
import { useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { joinMenuGroups, sharingEntries } from './menu-groups.ts'
import { useBackgroundMenu } from './useBackgroundMenu.ts'
import { useFileActions } from './useFileActions.ts'
import { useMenuEntries } from './useMenuEntries.ts'

/** Whether a file can be extracted. Office documents are zip archives, too, but have a type of their own. */
const isArchive = ({ attributes: { mimetype } }: Item): boolean => mimetype === 'application/zip'

/** Whether an own file is named like the export of an account; the server reads whether it is one. */
const isExport = (item: Item): boolean =>
  isArchive(item) && !isForeign(item) && item.attributes.name.includes(exportFileName)

/**
 * The item menu (right click, “…” button, Shift+F10, sheet on phones) for the selection or the background: at most eleven
 * rows, the deletion last. Built each time it opens.
 */
export const useMenu = (): (() => MenuEntry[]) => {
  const app = useFiles()
  const { files, dialogs } = app
  const t = useT()
  const shell = useShell()
  const fileActions = useFileActions()
  const added = useExtensionActions()
  const forBackground = useBackgroundMenu()
  const { copyMenu, organizeMenu, remove, download, extract, importExport, comments } = useMenuEntries()

  const forOne = (item: Item): MenuEntry[] => {
    const folderView = files.current()
    const { section } = folderView.location
    const folder = item.type === 'folder'
    const detail: MenuEntry = {
      id: 'detail',
      label: t('storage:menu.detail'),
      icon: Info,
      shortcut: shell.shortcuts.shown(shortcutKeys.info),
      onSelect: () => shell.toggleDetail('open'),
    }
    const open: MenuEntry | false = (folder || section !== 'trash') && {
      id: 'open',
      label: t('storage:menu.open'),
      icon: folder ? FolderOpen : Eye,
      shortcut: shortcutKeys.open,
      onSelect: () => openItem(app, item, folderView),
    }
    if (section === 'trash')
      return joinMenuGroups(
        [
          open,
          { id: 'restore', label: t('storage:menu.restore'), icon: RotateCcw, onSelect: fileActions.restore },
          !folder && download([item]),
        ],
        [detail],
        [remove({ permanently: true })],
      )
    if (!mayEdit(item, folderView))
      return joinMenuGroups([open, download([item])], sharingEntries(t, added.ofSelection()), [detail, comments(item)])
    return joinMenuGroups(
      [open, download([item])],
      sharingEntries(t, added.ofSelection()),
      [
        {
          id: 'rename',
          label: t('storage:menu.rename'),
          icon: Pencil,
          shortcut: shortcutKeys.rename,
          onSelect: fileActions.rename,
        },
        { id: 'move', label: t('storage:menu.move'), icon: CornerDownRight, onSelect: fileActions.move },
        copyMenu(),
        // The details list the versions of an archive, too.
        isArchive(item) && extract(item),
        isExport(item) && importExport(item),
        !folder &&
          !isArchive(item) && {
            id: 'versions',
            label: t('storage:versions.title'),
            icon: History,
            onSelect: () => {
              dialogs.state.versionsOf = item.id
              shell.toggleDetail('open')
            },
          },
        ...(folder ? organizeMenu(item) : []),
      ],
      [detail, comments(item)],
      [remove()],
    )
  }

  const selected = () => selectedItems(files.current())
  const forSeveral = (): MenuEntry[] => {
    const { location } = files.current()
    if (location.section === 'trash')
      return joinMenuGroups(
        [{ id: 'restore', label: t('storage:menu.restore'), icon: RotateCcw, onSelect: fileActions.restore }],
        [remove({ permanently: true })],
      )
    if (!mayEditSelection(files.current())) return joinMenuGroups([download(selected())], added.ofSelection())
    const folders = fileActions.favoriteCandidates()
    const areFavorites = folders?.every(isFavorite) ?? false
    return joinMenuGroups(
      [
        download(selected()),
        folders !== null && {
          id: 'favorite',
          label: t(areFavorites ? 'storage:menu.unfavorite' : 'storage:menu.favorite'),
          icon: areFavorites ? StarOff : Star,
          onSelect: () => fileActions.setFavorite(!areFavorites),
        },
      ],
      sharingEntries(t, added.ofSelection()),
      [{ id: 'move', label: t('storage:menu.move'), icon: CornerDownRight, onSelect: fileActions.move }, copyMenu()],
      [remove()],
    )
  }

  return () => {
    const { selection, listing } = files.current()
    const count = selection.count()
    if (dialogs.state.menuFor !== 'selection' || count === 0) return forBackground()
    const item = count === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
    return item ? forOne(item) : forSeveral()
  }
}

/** The item menu of the selection, whatever was clicked last. */
export const useSelectionMenu = (): (() => MenuEntry[]) => {
  const { dialogs } = useFiles()
  const menu = useMenu()
  return () => {
    dialogs.state.menuFor = 'selection'
    return menu()
  }
}
