import {
  ArrowDownWideNarrow,
  CheckCheck,
  ClipboardPaste,
  CloudDownload,
  CloudUpload,
  Copy,
  CopyPlus,
  CornerDownRight,
  Download,
  Eye,
  FolderPlus,
  FolderUp,
  HardDrive,
  History,
  Keyboard,
  Languages,
  LayoutGrid,
  List,
  LogOut,
  Moon,
  PanelRight,
  Pencil,
  Scissors,
  Settings2,
  Sun,
  Trash,
  Trash2,
  Undo2,
} from 'lucide-react'
import { navigate } from 'vike/client/router'
import { sortFields } from '../../../../shared/contract.ts'
import { settingsIndex } from '../../../../users/ui.ts'
import {
  type IconType,
  useLanguageItems,
  usePageContext,
  userPagesOf,
  useShell,
  useSignOut,
  useT,
  useTheme,
  useThemeItems,
} from '../../../../web/ui.ts'
import { findWord, foldText, wordsOf } from '../../../search/contract.ts'
import { hrefOf, isFlatView, type View } from '../../../tree/ui.ts'
import { mayCreateIn, mayEditSelection } from '../../client/abilities.ts'
import { countOf } from '../../client/selection-target.ts'
import { nextSorting } from '../browser/columns.ts'
import { openItem } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { usePaletteEntries } from '../extensions/usePaletteEntries.ts'
import { useCreate } from '../useCreate.ts'
import { useFileActions } from '../useFileActions.ts'
import { useView } from '../useView.ts'
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

/** Actions of the palette; those on the selection first. */
export const useCommands = (): Command[] => {
  const app = useFiles()
  const { files } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const { user } = usePageContext()
  const signOut = useSignOut()
  const themes = useThemeItems()
  const [, setTheme] = useTheme()
  const languages = useLanguageItems()
  const { preview, change, sort } = useView()
  const folderView = files.current()
  const { view } = folderView.location
  const single = fileActions.single()
  const added = useExtensionActions()
  const { lists, pages } = useExtensionLists()
  const viewName = useViewName()
  const further = usePaletteEntries()
  const any = folderView.selection.count() > 0
  const editable = mayEditSelection(folderView)
  const creatable = mayCreateIn(folderView)
  const clip = app.clipboard.state.content
  /** Of what the caller may do. */
  const where = (allowed: boolean, ...commands: Command[]): Command[] => (allowed ? commands : [])
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
  const trashCommands: Command[] = [
    selectionCommand('restore', 'storage:menu.restore', Undo2, fileActions.restore),
    selectionCommand('destroy', 'storage:menu.deletePermanently', Trash2, fileActions.remove),
  ]
  const selectionCommands: Command[] = !any
    ? []
    : view === 'trash'
      ? trashCommands
      : [
          ...(single
            ? [selectionCommand('open', 'storage:menu.open', Eye, () => openItem(app, single, folderView))]
            : []),
          ...where(
            single !== undefined && editable,
            selectionCommand('rename', 'storage:menu.rename', Pencil, fileActions.rename),
          ),
          ...added
            .ofSelection()
            .map(({ id, label, icon, onSelect }) => ({ id, label, icon, run: onSelect, selection: true })),
          ...where(editable, selectionCommand('move', 'storage:menu.move', CornerDownRight, fileActions.move)),
          selectionCommand('download', 'storage:menu.download', Download, fileActions.download),
          ...where(
            editable,
            selectionCommand('copy', 'storage:menu.copyTo', Copy, fileActions.copy),
            selectionCommand('duplicate', 'storage:menu.duplicate', CopyPlus, fileActions.duplicate),
            selectionCommand('cut', 'storage:menu.cut', Scissors, () => fileActions.toClipboard('cut')),
            selectionCommand('delete', 'storage:menu.delete', Trash2, fileActions.remove),
          ),
        ]
  const folderCommands: Command[] = [
    command('upload-folder', 'storage:menu.uploadFolder', FolderUp, create.uploadFolder),
    {
      ...command('new-folder', 'storage:menu.newFolder', FolderPlus, create.newFolder),
      words: t('storage:menu.create'),
    },
    ...(clip
      ? [
          {
            ...command('paste', 'storage:menu.paste', ClipboardPaste, fileActions.paste),
            label: t('storage:menu.paste', { count: countOf(clip.target) }),
          },
        ]
      : []),
  ]
  const createCommands = where(
    view !== 'trash' && creatable,
    command('upload', 'storage:menu.uploadFiles', CloudUpload, create.uploadFiles),
    ...where(view === 'files', ...folderCommands),
    command('remote-upload', 'storage:menu.remoteUpload', CloudDownload, create.remoteUpload),
  )
  const viewCommands: Command[] = [
    command('view', grid ? 'storage:menu.listView' : 'storage:menu.gridView', grid ? List : LayoutGrid, () =>
      change({ preview: grid ? 'list' : 'grid' }),
    ),
    ...(isFlatView(view)
      ? []
      : sortFields.map((field) => ({
          id: `sort-${field}`,
          label: t('storage:spotlight.sortBy', { column: t(`storage:list.column.${field}`) }),
          icon: ArrowDownWideNarrow,
          run: () => sort(nextSorting(field, folderView.sorting)),
        }))),
    command('select-all', 'storage:list.selectAll', CheckCheck, () =>
      folderView.selection.all(folderView.listing.complete()),
    ),
    command('undo', 'storage:shortcut.undo', Undo2, () => app.actions.undo.last()),
    command('details', 'storage:spotlight.details', PanelRight, () => shell.toggleDetail()),
  ]
  /** Pages of the account, and the settings on them. */
  const accountCommands: Command[] = [
    ...userPagesOf(user).map(({ id, labelKey, icon, href }) => ({
      ...{ id: `go-${id}`, label: t('storage:spotlight.goTo', { place: t(labelKey) }), icon },
      run: () => navigate(href),
    })),
    ...settingsIndex.map(({ id, labelKey, wordsKey, href }) => ({
      id: `setting-${id}`,
      label: t('storage:spotlight.setting', { name: t(labelKey) }),
      words: `${t(labelKey)} ${t(wordsKey)}`,
      icon: Settings2,
      run: () => navigate(href),
    })),
    ...themes.map(({ id, label, icon = Sun, onSelect }) => ({
      id: `theme-${id}`,
      label: t('storage:spotlight.setTheme', { theme: label }),
      words: label,
      icon,
      run: () => onSelect?.(),
    })),
    ...languages.map(({ id, label, onSelect }) => ({
      id: `language-${id}`,
      label: t('storage:spotlight.setLanguage', { language: label }),
      words: label,
      icon: Languages,
      run: () => onSelect?.(),
    })),
  ]
  /** Of modules above storage. */
  const furtherCommands = further.map(({ id, isSetting, labelKeys, wordKeys, icon, href }): Command => {
    const name = labelKeys.map((key) => t(key)).join(' · ')
    return {
      ...{ id, icon, words: [...labelKeys, ...wordKeys].map((key) => t(key)).join(' ') },
      label: isSetting ? t('storage:spotlight.setting', { name }) : t('storage:spotlight.goTo', { place: name }),
      run: () => navigate(href),
    }
  })
  return [
    ...selectionCommands,
    ...createCommands,
    ...pageCommands,
    go('files', HardDrive),
    go('recent', History),
    ...lists.map(({ view, icon }) => go(view, icon)),
    go('trash', Trash),
    command('empty-trash', 'storage:menu.emptyTrash', Trash, fileActions.emptyTrash),
    command('theme', dark ? 'storage:spotlight.light' : 'storage:spotlight.dark', dark ? Sun : Moon, () =>
      setTheme(dark ? 'light' : 'dark'),
    ),
    ...viewCommands,
    ...accountCommands,
    command('shortcuts', 'storage:spotlight.shortcuts', Keyboard, () => {
      shell.state.shortcutsOpen = true
    }),
    command('sign-out', 'web:shell.signOut.label', LogOut, signOut),
    ...furtherCommands,
  ]
}

/** Without a query, and with one. */
const maxCommands = { offered: 3, found: 5 }

/** Without a query the actions on the selection, else the first ones; with a query those that match all words. */
export const matchingCommands = (commands: readonly Command[], query: string): Command[] => {
  const words = wordsOf(foldText(query))
  if (words.length === 0) {
    const selectionCommands = commands.filter(({ selection }) => selection)
    return selectionCommands.length > 0 ? selectionCommands : commands.slice(0, maxCommands.offered)
  }
  const found = ({ label, words: more = '' }: Command) => {
    const text = foldText(`${label} ${more}`)
    return words.every((word) => findWord(text, word).start)
  }
  return commands.filter(found).slice(0, maxCommands.found)
}
