import { useMemo } from 'react'
import { fromDrop, fromFiles } from '../../client/uploads/collect.ts'
import { pick } from '../../client/uploads/pick.ts'
import { type UploadActions, useUploadsContext } from './context.ts'

/** The upload queue of this tab: `const { addDropped } = useUploads()`. */
export const useUploads = (): UploadActions => {
  const { uploads, add } = useUploadsContext()
  return useMemo(
    () => ({
      addFiles: (files, target) => void add(Promise.resolve(fromFiles(files)), target),
      addDropped: (transfer, target) => void add(uploads.reading(fromDrop(transfer)), target),
      pickFiles: (target) => void add(pick('files'), target),
      pickFolder: (target) => void add(pick('folder'), target),
      onUploaded: uploads.onUploaded,
      onFoldersChanged: uploads.onFoldersChanged,
    }),
    [uploads, add],
  )
}
