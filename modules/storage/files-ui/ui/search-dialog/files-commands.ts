import {
  ArrowDownWideNarrow,
  CheckCheck,
  ClipboardPaste,
  CloudDownload,
  CloudUpload,
  FolderPlus,
  FolderUp,
  LayoutGrid,
  List,
  PanelRight,
  TextCursorInput,
  Trash,
  Undo2,
} from 'lucide-react'
import { type IconType, useShell, useT } from '../../../../web/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { hasFixedOrder } from '../../client/folder-view.ts'
import { targetCount } from '../../client/selection-target.ts'
import { sortFieldsOf } from '../bars/view-menu.ts'
import { nextSorting } from '../browser/columns.ts'
import { useFiles } from '../context.ts'
import { useCreate } from '../useCreate.ts'
import { useFileActions } from '../useFileActions.ts'
import { useView } from '../useView.ts'
import { type Command, commandsIf } from './command.ts'
import { useCommonCommands } from './common-commands.ts'
import { useSelectionCommands } from './useSelectionCommands.ts'

/** Actions of the search dialog on the files screens; actions on the selection first. */
export const useFilesCommands = (): Command[] => {
  const app = useFiles()
  const { files } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const { preview, change, sort } = useView()
  const folderView = files.current()
  const { section } = folderView.location
  const selectionCommands = useSelectionCommands()
  const common = useCommonCommands((location) => files.preview(location))
  const creatable = mayCreateIn(folderView)
  const clip = app.clipboard.state.content
  const grid = preview === 'grid'

  const command = (id: string, key: string, icon: IconType, run: () => unknown): Command => ({
    id,
    label: t(key),
    icon,
    run,
  })

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
            label: t('storage:menu.paste', { count: targetCount(clip.target) }),
          },
        ]
      : []),
  ]
  const createCommands = commandsIf(
    section !== 'trash' && creatable,
    command('upload', 'storage:menu.uploadFiles', CloudUpload, create.uploadFiles),
    ...commandsIf(section === 'files', ...folderCommands),
    command('remote-upload', 'storage:menu.remoteUpload', CloudDownload, create.remoteUpload),
  )
  const viewCommands: Command[] = [
    command('view', grid ? 'storage:menu.listView' : 'storage:menu.gridView', grid ? List : LayoutGrid, () =>
      change({ preview: grid ? 'list' : 'grid' }),
    ),
    ...(hasFixedOrder(section)
      ? []
      : sortFieldsOf(folderView.location).map((field) => ({
          id: `sort-${field}`,
          label: t('storage:search.sortBy', { column: t(`storage:list.column.${field}`) }),
          icon: ArrowDownWideNarrow,
          run: () => sort(nextSorting(field, folderView.sorting)),
        }))),
    command('select-all', 'storage:list.selectAll', CheckCheck, () =>
      folderView.selection.all({ everythingKnown: folderView.listing.complete() }),
    ),
    command('undo', 'storage:shortcut.undo', Undo2, () => app.actions.undoLast()),
    command('details', 'storage:search.details', PanelRight, () => shell.toggleDetail()),
    command('path', 'storage:shortcut.path', TextCursorInput, () => app.dialogs.open({ name: 'path' })),
  ]
  return [
    ...selectionCommands,
    ...createCommands,
    ...common.places,
    command('empty-trash', 'storage:menu.emptyTrash', Trash, fileActions.emptyTrash),
    common.theme,
    ...viewCommands,
    ...common.account,
  ]
}
