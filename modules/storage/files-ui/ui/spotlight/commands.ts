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
import { hrefOf, isFlatSection, type Section } from '../../../tree/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { countOf } from '../../client/selection-target.ts'
import { nextSorting } from '../browser/columns.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useCreate } from '../useCreate.ts'
import { useFileActions } from '../useFileActions.ts'
import { useSectionName } from '../useSectionName.ts'
import { useView } from '../useView.ts'
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
  const { section } = folderView.location
  const { lists, pages } = useExtensionLists()
  const sectionName = useSectionName()
  const selectionCommands = useSelectionCommands()
  const theme = useThemeCommand()
  const accountCommands = useAccountCommands()
  const furtherCommands = useFurtherCommands()
  const creatable = mayCreateIn(folderView)
  const clip = app.clipboard.state.content
  /** Of what the caller may do. */
  const where = (allowed: boolean, ...commands: Command[]): Command[] => (allowed ? commands : [])
  const grid = preview === 'grid'

  const go = (section: Section, icon: IconType): Command => ({
    id: `go-${section}`,
    label: t('storage:spotlight.goTo', { place: sectionName(section) }),
    icon,
    run: () => {
      files.preview({ section, id: null })
      return navigate(hrefOf({ section, id: null }))
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
    section !== 'trash' && creatable,
    command('upload', 'storage:menu.uploadFiles', CloudUpload, create.uploadFiles),
    ...where(section === 'files', ...folderCommands),
    command('remote-upload', 'storage:menu.remoteUpload', CloudDownload, create.remoteUpload),
  )
  const viewCommands: Command[] = [
    command('view', grid ? 'storage:menu.listView' : 'storage:menu.gridView', grid ? List : LayoutGrid, () =>
      change({ preview: grid ? 'list' : 'grid' }),
    ),
    ...(isFlatSection(section)
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
    ...lists.map(({ section, icon }) => go(section, icon)),
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
