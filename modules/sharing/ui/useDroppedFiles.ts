import { useEffect, useState } from 'react'
import { pastedFiles, type UploadTarget, useUploads } from '../../storage/ui.ts'
import { useLatest } from '../../web/ui.ts'

/** Whether a drag brings files, which are read when they are dropped. */
export const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Time in ms; the next dragover clears it. */
const leaveAfterMs = 120

/** Uploads files that are dropped or pasted anywhere on the page. True while files are dragged over it. */
export const useDroppedFiles = (target: UploadTarget): boolean => {
  const { addDropped, addFiles } = useUploads()
  const latest = useLatest({ addDropped, addFiles, target })
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
      latest.current.addDropped(event.dataTransfer, latest.current.target)
    }
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event)
      if (files?.length) latest.current.addFiles(files, latest.current.target)
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
  }, [])
  return over
}
