import { useEffect } from 'react'
import { useShell } from '../../../web/ui.ts'
import { DropTargets } from './drag/DropTargets.tsx'
import { useFilesShortcuts } from './useFilesShortcuts.ts'

/** Keys, drop and paste of the files screens. `takePressed` returns the keys that were pressed before. */
export const Interactions = ({ takePressed }: { takePressed: () => KeyboardEvent[] }) => {
  const { shortcuts } = useShell()
  useFilesShortcuts()
  useEffect(() => takePressed().forEach(shortcuts.handle), [shortcuts, takePressed])
  return <DropTargets />
}
