import { useEffect, useMemo, useRef } from 'react'
import { createFolder, type Folder } from '../client/shared-folder.store.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'

/**
 * The folder that the page shows. It stays when the same page is loaded again, after a changed setting or another language, with
 * its rows, selection and dialogs; its rows are read again then, because those of the page may be older than own changes.
 */
export const useFolder = (data: FolderPageData): Folder => {
  const { visit, listing, show } = data
  const page = JSON.stringify([visit.share.attributes.token, listing.meta.root?.data.id, show])
  // biome-ignore lint/correctness/useExhaustiveDependencies: later data of the same page do not replace the folder
  const folder = useMemo(() => createFolder(data), [page])
  const seen = useRef({ folder, data })
  useEffect(() => {
    const before = seen.current
    seen.current = { folder, data }
    // Shown as it was until the next time.
    if (before.folder === folder && before.data !== data) folder.refresh().catch(() => undefined)
  }, [folder, data])
  return folder
}
