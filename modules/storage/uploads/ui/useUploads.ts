import { use, useSyncExternalStore } from 'react'
import { type UploadActions, UploadActionsContext } from './context.ts'

/** The upload queue of this tab: `const { addDropped } = useUploads()`. */
export const useUploads = (): UploadActions => {
  const actions = use(UploadActionsContext)
  if (!actions) throw new Error('useUploads needs an UploadsProvider above it')
  return actions
}

const never = () => false

/** Whether this tab is uploading files. */
export const useUploadsBusy = (): boolean => {
  const { onBusy, isBusy } = useUploads()
  return useSyncExternalStore(onBusy, isBusy, never)
}
