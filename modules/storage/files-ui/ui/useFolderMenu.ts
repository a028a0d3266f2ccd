import { CornerDownRight, Download, Info, Palette, Pencil } from 'lucide-react'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import { mayEdit } from '../client/abilities.ts'
import type { Target } from '../client/selection-target.ts'
import { useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { groups, sharingEntries } from './menu-groups.ts'
import { useCreate } from './useCreate.ts'
import { useFileActions } from './useFileActions.ts'

/** Entries of the open folder's menu; empty at a root and in the trash. */
export const useFolderMenu = (): (() => MenuEntry[]) => {
  const { files, dialogs, actions } = useFiles()
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const added = useExtensionActions()
  return () => {
    const from = files.current()
    const { root, location } = from
    if (!root || location.section !== 'files') return []
    const target: Target = { kind: 'items', items: [root], from }
    const download: MenuEntry = {
      id: 'download',
      label: t('storage:menu.download'),
      icon: Download,
      ...create.restriction('download'),
      onSelect: () => actions.permitted('download') && dialogs.open({ name: 'download-zip', target }),
    }
    const edits: MenuEntry[] = [
      {
        id: 'rename',
        label: t('storage:menu.rename'),
        icon: Pencil,
        onSelect: () => dialogs.open({ name: 'rename-item', item: root }),
      },
      {
        id: 'move',
        label: t('storage:menu.move'),
        icon: CornerDownRight,
        onSelect: () => dialogs.open({ name: 'move', target }),
      },
      {
        id: 'customize',
        label: t('storage:menu.customize'),
        icon: Palette,
        onSelect: () => void fileActions.customize(root),
      },
    ]
    const detail: MenuEntry = {
      id: 'detail',
      label: t('storage:menu.detail'),
      icon: Info,
      onSelect: () => {
        from.selection.clear()
        shell.toggleDetail(true)
      },
    }
    return groups([download], sharingEntries(t, added.ofItem(root)), mayEdit(root, from) ? edits : [], [detail])
  }
}
