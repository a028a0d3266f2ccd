export {
  blobStoreName,
  blobUrlOf,
  checkBucket,
  isSameStore,
  isStoreEmpty,
  type StorageField,
  storageChoiceOf,
} from './choose-storage.ts'
export { LocalBlobStore } from './local-blob-store.ts'
export { isBlobUrl, localBlobs, openBlobStore, openConfiguredStore } from './open-blob-store.ts'
export { blobPathOf } from './paths.ts'
export {
  type BlobContent,
  BlobError,
  type BlobRange,
  type BlobStore,
  type BlobStoreEntry,
  type ExpectedContent,
  type LocalFile,
  type OpenBlob,
  type StagedFile,
  UnusableStoreError,
} from './store.ts'
export { isUnreadable } from './unreadable.ts'
