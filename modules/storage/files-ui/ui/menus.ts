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
import { isAdded, isFavourite } from '../../tree/ui.ts'
import { countOf } from '../client/selection-target.ts'
import { openItem } from './browser/open.ts'
import { useFiles } from './context.ts'
import { useAddedActions } from './extensions/useAddedActions.ts'
import { useCreate } from './useCreate.ts'
import { useDeeds } from './useFileActions.ts'

const separator: MenuEntry = { separator: true }

/** Groups with lines between them; empty ones leave none. */
const groups = (...lists: (MenuEntry | false | null | undefined)[][]): MenuEntry[] =>
  lists
    .map((list) => list.filter((entry): entry is MenuEntry => Boolean(entry)))
    .filter((list) => list.length > 0)
    .flatMap((list, index) => (index === 0 ? list : [separator, ...list]))

/**
 * The menu of the rows (right click, “…” button, Shift+F10, sheet on phones): for what is selected, or for the empty
 * space. Asked each time it opens.
 */
export const useMenu = (): (() => MenuEntry[]) => {
  const app = useFiles()
  const { files, screen, clipboard } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const deeds = useDeeds()
  const added = useAddedActions()

  const forSpace = (): MenuEntry[] => {
    const { place } = files.current()
    const { held } = clipboard.state
    if (place.view === 'trash') return [flush()]
    if (isAdded(place.view)) return []
    return groups(
      [
        {
          id: 'upload-files',
          label: t('storage:menu.uploadFiles'),
          icon: CloudUpload,
          shortcut: 'U',
          ...create.restriction('upload'),
          onSelect: create.uploadFiles,
        },
        place.view === 'files' && {
          id: 'upload-folder',
          label: t('storage:menu.uploadFolder'),
          icon: FolderUp,
          ...create.restriction('upload'),
          onSelect: create.uploadFolder,
        },
      ],
      [
        place.view === 'files' && {
          id: 'new-folder',
          label: t('storage:menu.newFolder'),
          icon: FolderPlus,
          shortcut: 'N',
          ...create.restriction('create-folder'),
          onSelect: create.newFolder,
        },
        place.view === 'files' &&
          held !== null && {
            id: 'paste',
            label: t('storage:menu.paste', { count: countOf(held.target) }),
            icon: ClipboardPaste,
            shortcut: 'mod+v',
            onSelect: deeds.paste,
          },
      ],
    )
  }
  const flush = (): MenuEntry => ({
    id: 'empty',
    label: t('storage:menu.emptyTrash'),
    icon: Trash,
    danger: true,
    onSelect: deeds.emptyTrash,
  })

  const copying = (): MenuEntry[] => [
    { id: 'copy', label: t('storage:menu.copy'), icon: Copy, onSelect: deeds.copy },
    { id: 'duplicate', label: t('storage:menu.duplicate'), icon: CopyPlus, onSelect: deeds.duplicate },
  ]

  const fetch = (): MenuEntry => ({
    id: 'download',
    label: t('storage:menu.download'),
    icon: Download,
    shortcut: 'D',
    ...create.restriction('download'),
    onSelect: deeds.download,
  })

  const forOne = (item: Item): MenuEntry[] => {
    const opened = files.current()
    const { view } = opened.place
    const folder = item.type === 'folder'
    const detail: MenuEntry = {
      id: 'detail',
      label: t('storage:menu.detail'),
      icon: Info,
      shortcut: 'I',
      onSelect: () => shell.toggleDetail(true),
    }
    const open: MenuEntry | false = (folder || view !== 'trash') && {
      id: 'open',
      label: t('storage:menu.open'),
      icon: folder ? FolderOpen : Eye,
      shortcut: 'Enter',
      onSelect: () => openItem(app, item, opened),
    }
    if (view === 'trash')
      return groups(
        [
          open,
          { id: 'restore', label: t('storage:menu.restore'), icon: LifeBuoy, onSelect: deeds.restore },
          !folder && fetch(),
        ],
        [
          {
            id: 'destroy',
            label: t('storage:menu.destroy'),
            icon: Trash2,
            danger: true,
            shortcut: 'Delete',
            onSelect: deeds.remove,
          },
        ],
        [detail],
      )
    const favourite = isFavourite(item)
    return groups(
      [
        open,
        fetch(),
        folder && {
          id: 'favourite',
          label: t(favourite ? 'storage:menu.unfavourite' : 'storage:menu.favourite'),
          icon: favourite ? StarOff : Star,
          onSelect: () => deeds.favour(!favourite),
        },
      ],
      added.ofSelection(),
      [
        { id: 'rename', label: t('storage:menu.rename'), icon: Pencil, shortcut: 'F2', onSelect: deeds.rename },
        { id: 'move', label: t('storage:menu.move'), icon: CornerDownRight, onSelect: deeds.move },
        ...copying(),
        {
          id: 'cut',
          label: t('storage:menu.cut'),
          icon: Scissors,
          shortcut: 'mod+x',
          onSelect: () => deeds.hold('cut'),
        },
        {
          id: 'hold',
          label: t('storage:menu.hold'),
          icon: ClipboardCopy,
          shortcut: 'mod+c',
          onSelect: () => deeds.hold('copy'),
        },
        !folder && {
          id: 'versions',
          label: t('storage:versions.title'),
          icon: History,
          onSelect: () => {
            screen.state.versionsOf = item.id
            shell.toggleDetail(true)
          },
        },
        folder && {
          id: 'customise',
          label: t('storage:menu.customise'),
          icon: Palette,
          onSelect: () => deeds.customise(item),
        },
      ],
      [
        {
          id: 'delete',
          label: t('storage:menu.delete'),
          icon: Trash2,
          danger: true,
          shortcut: 'Delete',
          onSelect: deeds.remove,
        },
      ],
      [detail],
    )
  }

  const forSeveral = (): MenuEntry[] => {
    const { place } = files.current()
    if (place.view === 'trash')
      return groups(
        [{ id: 'restore', label: t('storage:menu.restore'), icon: LifeBuoy, onSelect: deeds.restore }],
        [{ id: 'destroy', label: t('storage:menu.destroy'), icon: Trash2, danger: true, onSelect: deeds.remove }],
      )
    return groups(
      [
        fetch(),
        deeds.onlyFolders() && {
          id: 'favourite',
          label: t('storage:menu.favourite'),
          icon: Star,
          onSelect: () => deeds.favour(true),
        },
      ],
      added.ofSelection(),
      [
        { id: 'move', label: t('storage:menu.move'), icon: CornerDownRight, onSelect: deeds.move },
        ...copying(),
        {
          id: 'cut',
          label: t('storage:menu.cut'),
          icon: Scissors,
          shortcut: 'mod+x',
          onSelect: () => deeds.hold('cut'),
        },
        {
          id: 'hold',
          label: t('storage:menu.hold'),
          icon: ClipboardCopy,
          shortcut: 'mod+c',
          onSelect: () => deeds.hold('copy'),
        },
      ],
      [
        {
          id: 'delete',
          label: t('storage:menu.delete'),
          icon: Trash2,
          danger: true,
          shortcut: 'Delete',
          onSelect: deeds.remove,
        },
      ],
    )
  }

  return () => {
    const { selection, listing } = files.current()
    const count = selection.count()
    if (screen.state.menuFor !== 'selection' || count === 0) return forSpace()
    const item = count === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
    return item ? forOne(item) : forSeveral()
  }
}
