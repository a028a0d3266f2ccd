import { useEffect, useState } from 'react'
import { lazyComponent } from '../../../web/ui.ts'
import { useUploads } from '../../uploads/ui.ts'
import { mayCreateIn } from '../client/abilities.ts'
import { useFiles } from './context.ts'
import { useUploadTarget } from './useCreate.ts'
import { useRefreshAfterUploads } from './useRefreshAfterUploads.ts'

const FilesInteractions = lazyComponent(async () => (await import('./FilesInteractions.tsx')).FilesInteractions)

/** A key that was pressed longer ago is not expected to act any more. */
const maxAgeMs = 5_000

/** The last key, unless something else was pressed after it: it would act on another selection than it was meant for. */
const createPressedKey = () => {
  let pressed: KeyboardEvent | null = null
  let isTaken = false
  const record = (event: Event) => {
    pressed = event instanceof KeyboardEvent ? event : null
  }
  const stop = () => {
    for (const type of ['keydown', 'pointerdown']) window.removeEventListener(type, record)
  }
  return {
    start: () => {
      if (!isTaken) for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, record)
      return stop
    },
    isTaken: () => isTaken,
    take: (): KeyboardEvent | null => {
      isTaken = true
      stop()
      return pressed && performance.now() - pressed.timeStamp < maxAgeMs ? pressed : null
    },
  }
}

/** Loads what handles keys, drop and paste right after the page. A key that is pressed before is handled then. */
export const LazyFilesInteractions = () => {
  const { actions, files } = useFiles()
  const uploads = useUploads()
  const targetOf = useUploadTarget()
  const [key] = useState(createPressedKey)
  useEffect(() => key.start(), [key])
  useEffect(() => {
    /** Without a handler, files that are dropped replace the page. */
    const onDrag = (event: DragEvent) => {
      const { dataTransfer, target, type } = event
      if (!dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      if (type !== 'drop' || key.isTaken()) return
      const { drop, dropName } =
        (target instanceof Element && target.closest<HTMLElement>('[data-drop]')?.dataset) || {}
      if (drop !== undefined)
        uploads.addDropped(dataTransfer, targetOf(drop === '' ? null : { id: drop, name: dropName ?? '' }))
      else if (files.current().location.section !== 'trash' && mayCreateIn(files.current()))
        uploads.addDropped(dataTransfer, targetOf())
    }
    for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, onDrag)
    return () => {
      for (const type of ['dragover', 'drop'] as const) document.removeEventListener(type, onDrag)
    }
  }, [files, key, targetOf, uploads])
  useRefreshAfterUploads()
  useEffect(() => actions.prefetch(), [actions])
  return <FilesInteractions takePressed={key.take} />
}
