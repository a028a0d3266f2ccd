import { useEffect } from 'react'
import { type UploadTarget, useUploads } from '../../uploads/ui.ts'
import { useFiles } from './context.ts'

/** Refreshes listing and tree while an upload runs. */
export const useRefreshAfterUploads = (): void => {
  const { files, sidebar } = useFiles()
  const uploads = useUploads()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let targets = new Set<string | null>()
    const soon = ({ id }: UploadTarget) => {
      targets.add(id)
      timer ??= setTimeout(() => {
        timer = undefined
        const changed = targets
        targets = new Set()
        // Own changes are not told to the browser that made them.
        files.markStale(
          (view) => view !== files.current() && (view.location.section !== 'files' || changed.has(view.location.id)),
        )
        void files.refreshTop()
        sidebar.reloadUsage()
      }, 600)
    }
    const stop = [
      uploads.onUploaded((_, target) => soon(target)),
      uploads.onFoldersChanged((target) => {
        soon(target)
        sidebar.reload()
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of stop) end()
    }
  }, [files, sidebar, uploads])
}
