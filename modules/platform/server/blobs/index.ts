export { LocalBlobStore } from './local-blob-store.ts'
export { randomKey } from './paths.ts'
export { BlobError, type BlobStore, type OpenBlob, type StagedFile, type StoredFile } from './store.ts'
