import { useEffect, useState } from 'react'
import { lazyComponent, usePrefetch } from '../../../web/ui.ts'
import { useFiles } from './context.ts'
import { useRefreshAfterUploads } from './useRefreshAfterUploads.ts'

const Interactions = lazyComponent(async () => (await import('./Interactions.tsx')).Interactions)

/** Without a handler, files that are dropped replace the page. */
const keepPage = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
}

/** Loads what handles keys, drop and paste right after the page. Keys that are pressed before are handled then. */
export const LateInteractions = () => {
  const [{ record, takePressed }] = useState(() => {
    let pressed: KeyboardEvent[] = []
    const record = (event: KeyboardEvent) => void pressed.push(event)
    const takePressed = () => {
      window.removeEventListener('keydown', record)
      const taken = pressed
      pressed = []
      return taken
    }
    return { record, takePressed }
  })
  useEffect(() => {
    window.addEventListener('keydown', record)
    for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, keepPage)
    return () => {
      takePressed()
      for (const type of ['dragover', 'drop'] as const) document.removeEventListener(type, keepPage)
    }
  }, [record, takePressed])
  useRefreshAfterUploads()
  usePrefetch(useFiles().actions)
  return <Interactions takePressed={takePressed} />
}
