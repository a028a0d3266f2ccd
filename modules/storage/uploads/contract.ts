export { endOpenUpload, listOpenUploads, OpenUpload } from './contract/open-uploads.ts'
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
