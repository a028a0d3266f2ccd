import { CornerDownRight, Info, Pencil, RotateCcw, TextCursorInput } from 'lucide-react'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { mayCreateIn, mayEdit } from '../client/abilities.ts'
import type { ActionTarget } from '../client/selection-target.ts'
import { shortcutKeys } from '../client/shortcut-keys.ts'
import { openParent } from './browser/open-item.ts'
import { useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { leaveBefore } from './leave-before.ts'
import { joinMenuGroups, sharingEntries } from './menu-groups.ts'
import { type FolderActions, useMenuEntries } from './useMenuEntries.ts'

/** Entries of the open folder's menu; empty at a root. */
export const useFolderMenu = (): (() => MenuEntry[]) => {
  const app = useFiles()
  const { files, dialogs, actions, clipboard } = app
  const t = useT()
  const shell = useShell()
  const added = useExtensionActions()
  const opened = () => {
    const from = files.current()
    const items = [from.root as Item]
    return { items, target: { kind: 'items', items, from } satisfies ActionTarget }
  }
  const folderActions: FolderActions = {
    copy: () => dialogs.open({ name: 'copy', target: opened().target }),
    duplicate: () => actions.duplicate(opened().target),
    toClipboard: (mode) => clipboard.set(mode, opened().target),
    setFavorite: (on) => actions.setFavorite(opened().items, on),
    remove: () => {
      const { target } = opened()
      if (target.from.location.section === 'trash') return actions.destroy(target)
      // Another location is open when the action ends, which is therefore read again.
      leaveBefore(app, () => openParent(app))
      return actions.trash(target)
    },
    download: () =>
      actions.permitted('download', ...opened().items) &&
      dialogs.open({ name: 'download-zip', target: opened().target }),
  }
  const { copyMenu, organizeMenu, restorePoint, remove, download, comments } = useMenuEntries(folderActions)
  return () => {
    const from = files.current()
    const { root, location } = from
    if (!root) return []
    const editable = mayEdit(root, from)
    const edits = (): MenuEntry[] => [
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
        onSelect: () => dialogs.open({ name: 'move', target: opened().target }),
      },
      copyMenu(),
      ...organizeMenu(root),
    ]
    const detail: MenuEntry = {
      id: 'detail',
      label: t('storage:menu.detail'),
      icon: Info,
      onSelect: () => {
        from.selection.clear()
        shell.toggleDetail('open')
      },
    }
    const editPath: MenuEntry = {
      id: 'path',
      label: t('storage:shortcut.path'),
      icon: TextCursorInput,
      shortcut: shell.shortcuts.shown(shortcutKeys.path),
      onSelect: () => dialogs.open({ name: 'path' }),
    }
    if (location.section === 'trash') {
      const restore = () => actions.restore(opened().target)
      return joinMenuGroups(
        [{ id: 'restore', label: t('storage:menu.restore'), icon: RotateCcw, onSelect: restore }],
        [detail],
        [remove({ permanently: true })],
      )
    }
    return joinMenuGroups(
      [download([root])],
      sharingEntries(t, added.ofItem(root)),
      editable ? edits() : [mayCreateIn(from) && restorePoint(root)],
      [detail, comments(root), editPath],
      [editable && remove()],
    )
  }
}
