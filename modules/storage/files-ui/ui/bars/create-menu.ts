import { CloudUpload, FolderPlus, FolderUp, Link2 } from 'lucide-react'
import { type MenuEntry, useT } from '../../../../web/ui.ts'
import { shortcutKeys } from '../../client/shortcut-keys.ts'
import { useCreate } from '../useCreate.ts'
import { useListing } from '../useListing.ts'

const createItems = (t: (key: string) => string, create: ReturnType<typeof useCreate>, inFolder: boolean) => [
  {
    id: 'upload-files',
    label: t('storage:menu.uploadFiles'),
    icon: CloudUpload,
    shortcut: create.shortcuts.shown(shortcutKeys.upload),
    ...create.restriction('upload'),
    onSelect: create.uploadFiles,
  },
  ...(inFolder
    ? [
        {
          id: 'upload-folder',
          label: t('storage:menu.uploadFolder'),
          icon: FolderUp,
          ...create.restriction('upload'),
          onSelect: create.uploadFolder,
        },
        {
          id: 'new-folder',
          label: t('storage:menu.newFolder'),
          icon: FolderPlus,
          shortcut: create.shortcuts.shown(shortcutKeys.newFolder),
          ...create.restriction('create-folder'),
          onSelect: create.newFolder,
        },
      ]
    : []),
  {
    id: 'remote-upload',
    label: t('storage:menu.remoteUpload'),
    icon: Link2,
    ...create.restriction('upload'),
    onSelect: create.remoteUpload,
  },
  ...create.others,
]

/** Entries that create items in the open folder. */
export const useCreateMenu = (): MenuEntry[] => {
  const t = useT()
  const { folderView } = useListing()
  return createItems(t, useCreate(), folderView.location.section === 'files')
}
