import {
  CloudUpload,
  CornerDownRight,
  Download,
  Eye,
  FolderPlus,
  FolderUp,
  HardDrive,
  History,
  Keyboard,
  LayoutGrid,
  List,
  LogOut,
  Moon,
  PanelRight,
  Pencil,
  Sun,
  Trash,
  Trash2,
} from 'lucide-react'
import { navigate } from 'vike/client/router'
import { type IconType, usePref, useShell, useSignOut, useT, useTheme } from '../../../../web/ui.ts'
import { findWord, foldText, wordsOf } from '../../../search/contract.ts'
import { hrefOf, type View } from '../../../tree/ui.ts'
import { download, openItem } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useCreate } from '../useCreate.ts'
import { useFileActions } from '../useFileActions.ts'
import { useViewName } from '../useViewName.ts'

export interface Command {
  id: string
  label: string
  icon: IconType
  /** Further search words. */
  words?: string
  /** Acts on the selection. */
  selection?: boolean
  run: () => unknown
}

/** Actions of UI.md §11; those on the selection first. */
export const useCommands = (): Command[] => {
  const app = useFiles()
  const { files } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const signOut = useSignOut()
  const [, setTheme] = useTheme()
  const [preview, setPreview] = usePref('preview')
  const folderView = files.current()
  const { view } = folderView.location
  const single = fileActions.single()
  const added = useExtensionActions()
  const { lists, pages } = useExtensionLists()
  const viewName = useViewName()
  const any = folderView.selection.count() > 0
  const grid = preview === 'grid'
  const dark =
    document.documentElement.dataset.theme === 'dark' ||
    (document.documentElement.dataset.theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)

  const go = (view: View, icon: IconType): Command => ({
    id: `go-${view}`,
    label: t('storage:spotlight.goTo', { place: viewName(view) }),
    icon,
    run: () => {
      files.preview({ view, id: null })
      return navigate(hrefOf({ view, id: null }))
    },
  })
  const selectionCommand = (id: string, key: string, icon: IconType, run: () => unknown): Command => ({
    ...{ id, label: t(key), icon, run },
    selection: true,
  })
  const command = (id: string, key: string, icon: IconType, run: () => unknown): Command => ({
    id,
    label: t(key),
    icon,
    run,
  })

  const pageCommands: Command[] = pages.flatMap(({ id, labelKey, icon, href, create: makes }) => [
    ...(makes ? [command(`create-${id}`, makes.labelKey, icon, () => navigate(makes.href))] : []),
    { id: `go-${id}`, label: t('storage:spotlight.goTo', { place: t(labelKey) }), icon, run: () => navigate(href) },
  ])
  const selectionCommands: Command[] =
    !any || view === 'trash'
      ? []
      : [
          ...(single
            ? [selectionCommand('open', 'storage:menu.open', Eye, () => openItem(app, single, folderView))]
            : []),
          ...(single ? [selectionCommand('rename', 'storage:menu.rename', Pencil, fileActions.rename)] : []),
          ...added
            .ofSelection()
            .map(({ id, label, icon, onSelect }) => ({ id, label, icon, run: onSelect, selection: true })),
          selectionCommand('move', 'storage:menu.move', CornerDownRight, fileActions.move),
          ...(single?.type === 'file'
            ? [selectionCommand('download', 'storage:menu.download', Download, () => download(single))]
            : []),
          selectionCommand('delete', 'storage:menu.delete', Trash2, fileActions.remove),
        ]
  const createCommands: Command[] =
    view === 'trash'
      ? [command('empty-trash', 'storage:menu.emptyTrash', Trash, fileActions.emptyTrash)]
      : [
          command('upload', 'storage:menu.uploadFiles', CloudUpload, create.uploadFiles),
          ...(view === 'files'
            ? [
                command('upload-folder', 'storage:menu.uploadFolder', FolderUp, create.uploadFolder),
                {
                  ...command('new-folder', 'storage:menu.newFolder', FolderPlus, create.newFolder),
                  words: t('storage:menu.create'),
                },
              ]
            : []),
        ]
  return [
    ...selectionCommands,
    ...createCommands,
    ...pageCommands,
    go('files', HardDrive),
    go('recent', History),
    ...lists.map(({ view, icon }) => go(view, icon)),
    go('trash', Trash),
    command('theme', dark ? 'storage:spotlight.light' : 'storage:spotlight.dark', dark ? Sun : Moon, () =>
      setTheme(dark ? 'light' : 'dark'),
    ),
    command('view', grid ? 'storage:menu.listView' : 'storage:menu.gridView', grid ? List : LayoutGrid, () =>
      setPreview(grid ? 'list' : 'grid'),
    ),
    command('details', 'storage:spotlight.details', PanelRight, () => shell.toggleDetail()),
    command('shortcuts', 'storage:spotlight.shortcuts', Keyboard, () => {
      shell.state.shortcutsOpen = true
    }),
    command('sign-out', 'web:shell.signOut.label', LogOut, signOut),
  ]
}

const maxCommands = 3

/** Without a query the actions on the selection, else the first ones; with a query those that match all words. */
export const matchingCommands = (commands: readonly Command[], query: string): Command[] => {
  const words = wordsOf(foldText(query))
  if (words.length === 0) {
    const selectionCommands = commands.filter(({ selection }) => selection)
    return selectionCommands.length > 0 ? selectionCommands : commands.slice(0, maxCommands)
  }
  const found = ({ label, words: more = '' }: Command) => {
    const text = foldText(`${label} ${more}`)
    return words.every((word) => findWord(text, word).start)
  }
  return commands.filter(found).slice(0, maxCommands)
}
