export {
  browseFolder,
  browseLatest,
  browseNavigation,
  browseSubfolders,
  browseTrash,
  FolderLevel,
  type FolderNode,
  FolderQuery,
  Listing,
  type NavigationTree,
  type ParentRef,
  showItem,
  Tree,
  type TreeNode,
  trashSummary,
} from './contract/browse.ts'
export { type ItemsChanged, itemsChanged, thumbnailsMade } from './contract/changes.ts'
export { copyItems } from './contract/copy.ts'
export { Exif } from './contract/exif.ts'
export { addFavourites, orderFavourites, removeFavourite } from './contract/favourites.ts'
export { downloadFile, downloadNamedFile } from './contract/files.ts'
export { CreateFolder, createFolder, RenameItem, renameItem } from './contract/folders.ts'
export {
  Emoji,
  Item,
  type ItemKind,
  ItemRef,
  itemKinds,
  maxDepth,
  maxItemsPerCall,
  maxNameBytes,
} from './contract/item.ts'
export {
  bundle,
  checkName,
  chunkAttempts,
  defaultChunkSize,
  extensionOf,
  forbiddenInNames,
  type NameProblem,
  parallelSmallFiles,
  type ThumbnailSize,
  thumbnailWidths,
} from './contract/limits.ts'
export { moveItems, removeItems } from './contract/move.ts'
export { endOpenUpload, listOpenUploads, type OpenUpload } from './contract/open-uploads.ts'
export {
  Accepted,
  cancelOperation,
  listOperations,
  Operation,
  type OperationEvent,
  type OperationKind,
  type OperationState,
  operationEvent,
  operationKinds,
  undoOperation,
} from './contract/operations.ts'
export {
  cancelRemote,
  cancelRemoteUrl,
  isRejected,
  maxRemoteUrls,
  type RejectedReason,
  type RemoteBatch,
  type RemoteFileCreated,
  type RemoteProgress,
  type RemoteReason,
  type RemoteStatus,
  type RemoteUploadProgress,
  type RemoteUrl,
  rejectedReasons,
  remoteReasons,
  remoteUploads,
  remoteUrlProblem,
  retryRemote,
  uploadRemote,
} from './contract/remote.ts'
export { type Restriction, restrictions, restrictionsOf } from './contract/restrictions.ts'

export {
  type FoundItem,
  type FoundItems,
  type FoundUser,
  type FoundUsers,
  maxSearchText,
  type SearchQuery,
  search,
  searchCounts,
} from './contract/search.ts'
export { foldText, placeOf, wordsOf } from './contract/search-text.ts'
export { type OnConflict, onConflictChoices, RemoveRef, Selection } from './contract/selection.ts'
export { maxWantedThumbnails, showThumbnail, type ThumbnailState, wantThumbnails } from './contract/thumbnails.ts'
export { dumpTrash, restoreItems } from './contract/trash.ts'
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
export {
  StorageUsage,
  showStorage,
  type TrafficDay,
  trafficDays,
  type UsageKind,
  usageKinds,
} from './contract/usage.ts'
export { downloadVersion, listVersions, removeVersion, restoreVersion, Version } from './contract/versions.ts'
export { downloadZip, maxZipItems, prepareZip, ZipInput, ZipResource, zipQuery } from './contract/zip.ts'
