import { Copy, CopyPlus, CornerDownRight, Download, Eye, Pencil, Scissors, Trash2, Undo2 } from 'lucide-react'
import { type IconType, useT } from '../../../../web/ui.ts'
import { mayEditSelection } from '../../client/abilities.ts'
import { openItem } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useFileActions } from '../useFileActions.ts'
import { type Command, commandsIf } from './command.ts'

/** Actions that the caller may perform on the selected items; none without a selection. */
export const useSelectionCommands = (): Command[] => {
  const app = useFiles()
  const t = useT()
  const fileActions = useFileActions()
  const added = useExtensionActions()
  const folderView = app.files.current()
  const single = fileActions.single()
  const editable = mayEditSelection(folderView)
  const selectionCommand = (id: string, key: string, icon: IconType, run: () => unknown): Command => ({
    id,
    label: t(key),
    icon,
    run,
    selection: true,
  })
  const trashCommands: Command[] = [
    selectionCommand('restore', 'storage:menu.restore', Undo2, fileActions.restore),
    selectionCommand('destroy', 'storage:menu.deletePermanently', Trash2, fileActions.remove),
  ]
  if (folderView.selection.count() === 0) return []
  if (folderView.location.section === 'trash') return trashCommands
  return [
    ...(single ? [selectionCommand('open', 'storage:menu.open', Eye, () => openItem(app, single, folderView))] : []),
    ...commandsIf(
      single !== undefined && editable,
      selectionCommand('rename', 'storage:menu.rename', Pencil, fileActions.rename),
    ),
    ...added
      .ofSelection()
      .map(({ id, label, icon, onSelect }) => ({ id, label, icon, run: onSelect, selection: true })),
    ...commandsIf(editable, selectionCommand('move', 'storage:menu.move', CornerDownRight, fileActions.move)),
    selectionCommand('download', 'storage:menu.download', Download, fileActions.download),
    ...commandsIf(
      editable,
      selectionCommand('copy', 'storage:menu.copyTo', Copy, fileActions.copy),
      selectionCommand('duplicate', 'storage:menu.duplicate', CopyPlus, fileActions.duplicate),
      selectionCommand('cut', 'storage:menu.cut', Scissors, () => fileActions.toClipboard('cut')),
      selectionCommand('delete', 'storage:menu.delete', Trash2, fileActions.remove),
    ),
  ]
}
