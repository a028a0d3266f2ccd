import { ClipboardPaste, CloudUpload, FolderPlus, FolderUp, Plus, Trash } from 'lucide-react'
import { type MenuEntry, useShell, useT } from '../../../web/ui.ts'
import { isExtensionSection, type Section } from '../../tree/ui.ts'
import { mayCreateIn } from '../client/abilities.ts'
import { pasteStateOf } from '../client/paste-state.ts'
import { targetCount } from '../client/selection-target.ts'
import { shortcutKeys } from '../client/shortcut-keys.ts'
import { useFiles } from './context.ts'
import { useExtensionLists } from './extensions/useExtensionLists.ts'
import { joinMenuGroups } from './menu-groups.ts'
import { useCreate } from './useCreate.ts'
import { useFileActions } from './useFileActions.ts'
import { useMenuEntries } from './useMenuEntries.ts'

/** The menu of a list's background: entries that create items there, or empty the trash. Built each time it opens. */
export const useBackgroundMenu = (): (() => MenuEntry[]) => {
  const app = useFiles()
  const { files, clipboard } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const { createIn } = useExtensionLists()
  const { restorePoint } = useMenuEntries()

  const createEntries = (section: Section): MenuEntry[] => {
    const created = createIn(section)
    if (!created) return []
    const { labelKey, href, restrictedBy } = created
    return [
      { id: 'create', label: t(labelKey), icon: Plus, href, ...(restrictedBy ? create.restriction(restrictedBy) : {}) },
    ]
  }
  const emptyTrash = (): MenuEntry => ({
    id: 'empty',
    label: t('storage:menu.emptyTrash'),
    icon: Trash,
    danger: true,
    onSelect: fileActions.emptyTrash,
  })
  return () => {
    const { location } = files.current()
    const { content } = clipboard.state
    const problem = content && pasteStateOf(content, app).problem
    if (location.section === 'trash') return [emptyTrash()]
    if (isExtensionSection(location.section)) return createEntries(location.section)
    if (!mayCreateIn(files.current())) return []
    return joinMenuGroups(
      [
        {
          id: 'upload-files',
          label: t('storage:menu.uploadFiles'),
          icon: CloudUpload,
          shortcut: shell.shortcuts.shown(shortcutKeys.upload),
          ...create.restriction('upload'),
          onSelect: create.uploadFiles,
        },
        location.section === 'files' && {
          id: 'upload-folder',
          label: t('storage:menu.uploadFolder'),
          icon: FolderUp,
          ...create.restriction('upload'),
          onSelect: create.uploadFolder,
        },
      ],
      [
        location.section === 'files' && {
          id: 'new-folder',
          label: t('storage:menu.newFolder'),
          icon: FolderPlus,
          shortcut: shell.shortcuts.shown(shortcutKeys.newFolder),
          ...create.restriction('create-folder'),
          onSelect: create.newFolder,
        },
        location.section === 'files' &&
          content !== null && {
            id: 'paste',
            label: t('storage:menu.paste', { count: targetCount(content.target) }),
            icon: ClipboardPaste,
            shortcut: shortcutKeys.paste,
            disabled: problem !== null,
            ...(problem === 'other-owner' && { reason: t('storage:menu.pasteOtherOwner') }),
            onSelect: fileActions.paste,
          },
      ],
      [location.section === 'files' && location.id === null && restorePoint(null)],
    )
  }
}
