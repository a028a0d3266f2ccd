export type { UploadTarget } from './client/uploads/types.ts'
export type { UploadActions } from './ui/uploads/context.ts'
export { UploadsProvider } from './ui/uploads/UploadsProvider.tsx'
export { useUploads } from './ui/uploads/useUploads.ts'
