import { useEffect, useState } from 'react'
import { lazyComponent, usePageContext, useShell } from '../../../web/ui.ts'
import { offlineAccount } from '../../offline/ui.ts'
import { EditedPath } from './bars/EditedPath.tsx'
import { DropTargets } from './drag/DropTargets.tsx'
import { useCommentsLink } from './useCommentsLink.ts'
import { useFilesShortcuts } from './useFilesShortcuts.ts'

const OfflineFolders = lazyComponent(async () => (await import('./offline/OfflineFolders.tsx')).OfflineFolders)

/**
 * Keys, drop, paste and the path field of the files screens, and the folders kept for offline use. `takePressed` returns the
 * key that was pressed before.
 */
export const FilesInteractions = ({ takePressed }: { takePressed: () => KeyboardEvent | null }) => {
  const { shortcuts } = useShell()
  useFilesShortcuts()
  useCommentsLink()
  useEffect(() => {
    const pressed = takePressed()
    if (pressed) shortcuts.handle(pressed)
  }, [shortcuts, takePressed])
  const { user } = usePageContext()
  // Only there may be folders to show without a connection: the code is loaded before.
  const [isKeeping] = useState(() => user !== null && offlineAccount() === user.id)
  return (
    <>
      <DropTargets />
      <EditedPath />
      {isKeeping && <OfflineFolders />}
    </>
  )
}
