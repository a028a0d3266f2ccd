import { useEffect, useState } from 'react'
import { DropOverlay, pastedFiles, type UploadTarget, useUploads } from '../../../storage/ui.ts'

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Time in ms; the next dragover clears it. */
const leaveAfterMs = 120

/** Uploads files that are dropped or pasted anywhere on the page into the open folder, which an overlay names. */
export const DroppedFiles = ({ target }: { target: UploadTarget }) => {
  const { addDropped, addFiles } = useUploads()
  const [over, setOver] = useState(false)
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const dragOver = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      clearTimeout(leaving)
      setOver(true)
    }
    // Each element that is left fires dragleave, in older Safari without a related target. Only a pause in dragover means
    // that the window was left.
    const dragLeave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => setOver(false), leaveAfterMs)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !bringsFiles(event)) return
      event.preventDefault()
      clearTimeout(leaving)
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
    return () => {
      clearTimeout(leaving)
      listening.abort()
    }
  }, [addDropped, addFiles, target])
  return over && <DropOverlay name={target.name} />
}
