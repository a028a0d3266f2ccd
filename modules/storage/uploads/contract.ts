export { endOpenUpload, listOpenUploads, OpenUpload } from './contract/open-uploads.ts'
export { receiveSharedFiles, showShareTargetWorker } from './contract/share-target.ts'
export {
  ChunkFields,
  type ConflictChoice,
  checkConflicts,
  conflictChoices,
  discardUpload,
  uploadBundle,
  uploadChunk,
  uploadFile,
  uploadState,
} from './contract/uploads.ts'
