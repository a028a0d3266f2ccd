import { useEffect, useMemo, useRef } from 'react'
import { createSharedFolder, type SharedFolderStore } from '../client/shared-folder.store.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'

/**
 * The folder that the page shows. When the same page is loaded again, after a changed setting or in another language, the
 * folder stays with its selection and dialogs; its rows are read again, because the page's may be older than own changes.
 */
export const useSharedFolder = (data: FolderPageData): SharedFolderStore => {
  const { visit, listing, show } = data
  const page = JSON.stringify([visit.share.attributes.token, listing.meta.root?.data.id, show])
  // biome-ignore lint/correctness/useExhaustiveDependencies: later data of the same page do not replace the folder
  const folder = useMemo(() => createSharedFolder(data), [page])
  const seen = useRef({ folder, data })
  useEffect(() => {
    const before = seen.current
    seen.current = { folder, data }
    // After a failure the old rows stay until the next load.
    if (before.folder === folder && before.data !== data) folder.refresh().catch(() => undefined)
  }, [folder, data])
  return folder
}
