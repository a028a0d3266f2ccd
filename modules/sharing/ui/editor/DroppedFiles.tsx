import { useEffect, useState } from 'react'
import { DropOverlay, pastedFiles, type UploadTarget, useUploads } from '../../../storage/ui.ts'

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Uploads files that are dropped or pasted anywhere on the page into the open folder, which an overlay names. */
export const DroppedFiles = ({ target }: { target: UploadTarget }) => {
  const { addDropped, addFiles } = useUploads()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const dragOver = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Without a related target, the window was left.
    const dragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !bringsFiles(event)) return
      event.preventDefault()
      setOver(false)
      addDropped(event.dataTransfer, target)
    }
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event)
      if (files?.length) addFiles(files, target)
    }
    const listening = new AbortController()
    addEventListener('dragover', dragOver, listening)
    addEventListener('dragleave', dragLeave, listening)
    addEventListener('drop', drop, listening)
    addEventListener('paste', paste, listening)
    return () => listening.abort()
  }, [addDropped, addFiles, target])
  return over && <DropOverlay name={target.name} />
}
