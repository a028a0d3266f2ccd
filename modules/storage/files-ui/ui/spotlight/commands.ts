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
import { foldText, placeOf, wordsOf } from '../../../search/contract.ts'
import { hrefOf, type View } from '../../../tree/ui.ts'
import { download, openItem } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import { useAddedActions } from '../extensions/useAddedActions.ts'
import { useAddedLists } from '../extensions/useAddedLists.ts'
import { useCreate } from '../useCreate.ts'
import { useDeeds } from '../useFileActions.ts'
import { usePlaceName } from '../usePlaceName.ts'

export interface Command {
  id: string
  label: string
  icon: IconType
  /** Further words that find it. */
  words?: string
  /** Concerns what is selected. */
  selection?: boolean
  run: () => unknown
}

/** Actions of UI.md §11 as far as the product has them: those on the selection first. */
export const useCommands = (): Command[] => {
  const app = useFiles()
  const { files } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const deeds = useDeeds()
  const signOut = useSignOut()
  const [, setTheme] = useTheme()
  const [preview, setPreview] = usePref('preview')
  const opened = files.current()
  const { view } = opened.place
  const single = deeds.single()
  const added = useAddedActions()
  const { lists, pages } = useAddedLists()
  const placeName = usePlaceName()
  const any = opened.selection.count() > 0
  const grid = preview === 'grid'
  const dark =
    document.documentElement.dataset.theme === 'dark' ||
    (document.documentElement.dataset.theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)

  const go = (view: View, icon: IconType): Command => ({
    id: `go-${view}`,
    label: t('storage:spotlight.goTo', { place: placeName(view) }),
    icon,
    run: () => {
      files.preview({ view, id: null })
      return navigate(hrefOf({ view, id: null }))
    },
  })
  const on = (id: string, key: string, icon: IconType, run: () => unknown): Command => ({
    ...{ id, label: t(key), icon, run },
    selection: true,
  })
  const plain = (id: string, key: string, icon: IconType, run: () => unknown): Command => ({
    id,
    label: t(key),
    icon,
    run,
  })

  const others: Command[] = pages.flatMap(({ id, labelKey, icon, href, create: makes }) => [
    ...(makes ? [plain(`create-${id}`, makes.labelKey, icon, () => navigate(makes.href))] : []),
    { id: `go-${id}`, label: t('storage:spotlight.goTo', { place: t(labelKey) }), icon, run: () => navigate(href) },
  ])
  const selected: Command[] =
    !any || view === 'trash'
      ? []
      : [
          ...(single ? [on('open', 'storage:menu.open', Eye, () => openItem(app, single, opened))] : []),
          ...(single ? [on('rename', 'storage:menu.rename', Pencil, deeds.rename)] : []),
          ...added
            .ofSelection()
            .map(({ id, label, icon, onSelect }) => ({ id, label, icon, run: onSelect, selection: true })),
          on('move', 'storage:menu.move', CornerDownRight, deeds.move),
          ...(single?.type === 'file'
            ? [on('download', 'storage:menu.download', Download, () => download(single))]
            : []),
          on('delete', 'storage:menu.delete', Trash2, deeds.remove),
        ]
  const creating: Command[] =
    view === 'trash'
      ? [plain('empty-trash', 'storage:menu.emptyTrash', Trash, deeds.emptyTrash)]
      : [
          plain('upload', 'storage:menu.uploadFiles', CloudUpload, create.uploadFiles),
          ...(view === 'files'
            ? [
                plain('upload-folder', 'storage:menu.uploadFolder', FolderUp, create.uploadFolder),
                {
                  ...plain('new-folder', 'storage:menu.newFolder', FolderPlus, create.newFolder),
                  words: t('storage:menu.create'),
                },
              ]
            : []),
        ]
  return [
    ...selected,
    ...creating,
    ...others,
    go('files', HardDrive),
    go('recent', History),
    ...lists.map(({ view, icon }) => go(view, icon)),
    go('trash', Trash),
    plain('theme', dark ? 'storage:spotlight.light' : 'storage:spotlight.dark', dark ? Sun : Moon, () =>
      setTheme(dark ? 'light' : 'dark'),
    ),
    plain('view', grid ? 'storage:menu.listView' : 'storage:menu.gridView', grid ? List : LayoutGrid, () =>
      setPreview(grid ? 'list' : 'grid'),
    ),
    plain('details', 'storage:spotlight.details', PanelRight, () => shell.toggleDetail()),
    plain('shortcuts', 'storage:spotlight.shortcuts', Keyboard, () => {
      shell.state.shortcutsOpen = true
    }),
    plain('sign-out', 'web:shell.signOut.label', LogOut, signOut),
  ]
}

const most = 3

/** Without a query those on the selection, else what creates; with one, those whose title has its words. */
export const matching = (commands: readonly Command[], query: string): Command[] => {
  const words = wordsOf(foldText(query))
  if (words.length === 0) {
    const selected = commands.filter(({ selection }) => selection)
    return selected.length > 0 ? selected : commands.slice(0, most)
  }
  const found = ({ label, words: more = '' }: Command) => {
    const text = foldText(`${label} ${more}`)
    return words.every((word) => placeOf(text, word).start)
  }
  return commands.filter(found).slice(0, most)
}
