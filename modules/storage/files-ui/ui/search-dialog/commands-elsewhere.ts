import { CloudDownload, CloudUpload, FolderPlus, FolderUp, TextCursorInput, Trash } from 'lucide-react'
import { navigate } from 'vike/client/router'
import { closeSearch, type IconType, useShell, useT } from '../../../../web/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import type { Command } from './command.ts'
import { useCommonCommands } from './common-commands.ts'

/** Actions of the search dialog on pages without files. Actions on files open the files page and run there. */
export const useCommandsElsewhere = (): Command[] => {
  const t = useT()
  const shell = useShell()
  const { places, theme, account } = useCommonCommands()
  const inFiles = (id: string, key: string, icon: IconType): Command => ({
    id,
    label: t(key),
    icon,
    run: async () => {
      const href = hrefOf({ section: 'files', id: null })
      shell.state.command = id
      shell.state.search = true
      await navigate(href)
      // Not reached: the action does not wait for the next visit.
      if (location.pathname !== href) closeSearch(shell)
    },
  })
  return [
    inFiles('upload', 'storage:menu.uploadFiles', CloudUpload),
    inFiles('upload-folder', 'storage:menu.uploadFolder', FolderUp),
    { ...inFiles('new-folder', 'storage:menu.newFolder', FolderPlus), words: t('storage:menu.create') },
    inFiles('remote-upload', 'storage:menu.remoteUpload', CloudDownload),
    inFiles('path', 'storage:shortcut.path', TextCursorInput),
    ...places,
    inFiles('empty-trash', 'storage:menu.emptyTrash', Trash),
    theme,
    ...account,
  ]
}
