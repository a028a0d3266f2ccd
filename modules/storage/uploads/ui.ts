export { pastedFiles } from './client/pick-files.ts'
export {
  discardSharedFiles,
  markSharedFilesQueued,
  readSharedFiles,
  registerShareTarget,
} from './client/shared-files.ts'
export type { UploadTarget } from './client/types.ts'
export type { UploadRoutes } from './client/upload.api.ts'
export { DropOverlay } from './ui/DropOverlay.tsx'
export { UploadsProvider } from './ui/UploadsProvider.tsx'
export { formatProgress } from './ui/upload-texts.ts'
export { useUploads, useUploadsBusy } from './ui/useUploads.ts'
export { VisitorUploads } from './ui/VisitorUploads.tsx'
