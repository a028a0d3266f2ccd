import { useEffect } from 'react'
import { useShell } from '../../../web/ui.ts'
import { DropTargets } from './drag/DropTargets.tsx'
import { useFilesShortcuts } from './useFilesShortcuts.ts'

/** Keys, drop and paste of the files screens. `takePressed` returns the key that was pressed before. */
export const Interactions = ({ takePressed }: { takePressed: () => KeyboardEvent | null }) => {
  const { shortcuts } = useShell()
  useFilesShortcuts()
  useEffect(() => {
    const pressed = takePressed()
    if (pressed) shortcuts.handle(pressed)
  }, [shortcuts, takePressed])
  return <DropTargets />
}
