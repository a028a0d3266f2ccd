import { CornerDownRight, Download, RotateCcw, Trash2 } from 'lucide-react'
import { type IconType, useShell, useT } from '../../../../web/ui.ts'
import { mayEditSelection } from '../../client/abilities.ts'
import { shortcutKeys } from '../../client/shortcut-keys.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useFileActions } from '../useFileActions.ts'
import { useSelection } from '../useListing.ts'

interface SelectionAction {
  id: string
  icon: IconType
  label: string
  shortcut?: string | undefined
  onSelect: () => void
  /** An action of another module that is not its first: in the menu where there is little room. */
  isExtra?: true
  disabled?: true | undefined
}

/** Actions of the selection bars beside their menu, which has all. */
export const useSelectionActions = (): SelectionAction[] => {
  const t = useT()
  const { shortcuts } = useShell()
  const { folderView, count } = useSelection()
  const fileActions = useFileActions()
  const extensions = useExtensionActions()
  const offered = extensions.ofSelection()
  // Without an action for several, that for one keeps the first place.
  const added = offered.length > 0 ? offered : extensions.ofOneOnly().slice(0, 1)
  if (count === 0) return []
  if (folderView.location.section === 'trash')
    return [
      { id: 'restore', icon: RotateCcw, label: t('storage:menu.restore'), onSelect: fileActions.restore },
      {
        id: 'delete',
        icon: Trash2,
        label: t('storage:menu.deletePermanently'),
        shortcut: shortcutKeys.remove,
        onSelect: fileActions.remove,
      },
    ]
  const download = {
    id: 'download',
    icon: Download,
    label: t('storage:menu.download'),
    shortcut: shortcuts.shown(shortcutKeys.download),
    onSelect: fileActions.download,
  }
  const edits = [
    { id: 'move', icon: CornerDownRight, label: t('storage:menu.move'), onSelect: fileActions.move },
    {
      id: 'delete',
      icon: Trash2,
      label: t('storage:menu.delete'),
      shortcut: shortcutKeys.remove,
      onSelect: fileActions.remove,
    },
  ]
  return [
    ...added.map(({ id, icon, label, shortcut, disabled, onSelect }, index) => ({
      id,
      icon,
      label,
      shortcut,
      disabled,
      onSelect,
      ...(index > 0 && { isExtra: true as const }),
    })),
    download,
    ...(mayEditSelection(folderView) ? edits : []),
  ]
}
