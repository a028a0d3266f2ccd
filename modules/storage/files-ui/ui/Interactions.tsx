import { useEffect } from 'react'
import { useShell } from '../../../web/ui.ts'
import { EditedPath } from './bars/EditedPath.tsx'
import { DropTargets } from './drag/DropTargets.tsx'
import { useFilesShortcuts } from './useFilesShortcuts.ts'

/** Keys, drop, paste and the path field of the files screens. `takePressed` returns the key that was pressed before. */
export const Interactions = ({ takePressed }: { takePressed: () => KeyboardEvent | null }) => {
  const { shortcuts } = useShell()
  useFilesShortcuts()
  useEffect(() => {
    const pressed = takePressed()
    if (pressed) shortcuts.handle(pressed)
  }, [shortcuts, takePressed])
  return (
    <>
      <DropTargets />
      <EditedPath />
    </>
  )
}
