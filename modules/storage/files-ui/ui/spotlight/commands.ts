import {
  ArrowDownWideNarrow,
  CheckCheck,
  ClipboardPaste,
  CloudDownload,
  CloudUpload,
  FolderPlus,
  FolderUp,
  HardDrive,
  History,
  Keyboard,
  LayoutGrid,
  List,
  LogOut,
  PanelRight,
  Trash,
  Undo2,
} from 'lucide-react'
import { navigate } from 'vike/client/router'
import { sortFields } from '../../../../shared/contract.ts'
import { type IconType, useShell, useSignOut, useT } from '../../../../web/ui.ts'
import { hrefOf, isFlatView, type View } from '../../../tree/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { countOf } from '../../client/selection-target.ts'
import { nextSorting } from '../browser/columns.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useCreate } from '../useCreate.ts'
import { useFileActions } from '../useFileActions.ts'
import { useView } from '../useView.ts'
import { useViewName } from '../useViewName.ts'
import type { Command } from './command.ts'
import { useAccountCommands, useFurtherCommands, useThemeCommand } from './useAccountCommands.ts'
import { useSelectionCommands } from './useSelectionCommands.ts'

/** Actions of the palette; those on the selection first. */
export const useCommands = (): Command[] => {
  const app = useFiles()
  const { files } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const signOut = useSignOut()
  const { preview, change, sort } = useView()
  const folderView = files.current()
  const { view } = folderView.location
  const { lists, pages } = useExtensionLists()
  const viewName = useViewName()
  const selectionCommands = useSelectionCommands()
  const theme = useThemeCommand()
  const accountCommands = useAccountCommands()
  const furtherCommands = useFurtherCommands()
  const creatable = mayCreateIn(folderView)
  const clip = app.clipboard.state.content
  /** Of what the caller may do. */
  const where = (allowed: boolean, ...commands: Command[]): Command[] => (allowed ? commands : [])
  const grid = preview === 'grid'

  const go = (view: View, icon: IconType): Command => ({
    id: `go-${view}`,
    label: t('storage:spotlight.goTo', { place: viewName(view) }),
    icon,
    run: () => {
      files.preview({ view, id: null })
      return navigate(hrefOf({ view, id: null }))
    },
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
  return [
    ...selectionCommands,
    ...createCommands,
    ...pageCommands,
    go('files', HardDrive),
    go('recent', History),
    ...lists.map(({ view, icon }) => go(view, icon)),
    go('trash', Trash),
    command('empty-trash', 'storage:menu.emptyTrash', Trash, fileActions.emptyTrash),
    theme,
    ...viewCommands,
    ...accountCommands,
    command('shortcuts', 'storage:spotlight.shortcuts', Keyboard, () => {
      shell.state.shortcutsOpen = true
    }),
    command('sign-out', 'web:shell.signOut.label', LogOut, signOut),
    ...furtherCommands,
  ]
}
