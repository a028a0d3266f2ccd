export {
  Ancestor,
  browseFolder,
  browseLatest,
  browseTrash,
  FolderQuery,
  folderParam,
  Listing,
  ParentRef,
  showItem,
  trashSummary,
} from './contract/browse.ts'
export { favoritesChanged, type ItemsChanged, itemsChanged, thumbnailsMade } from './contract/changes.ts'
export { type CompactListing, compactListing, expandListing } from './contract/compact-listing.ts'
export { createFolderOnce } from './contract/create-folder-once.ts'
export {
  chunkErrors,
  downloadErrors,
  nameErrors,
  pageErrors,
  selectionErrors,
  targetErrors,
  uploadErrors,
} from './contract/errors.ts'
export { Exif } from './contract/exif.ts'
export { addFavorites, listFavorites, orderFavorites, removeFavorite } from './contract/favorites.ts'
export { CreateFolder, createFolder, RenameItem, renameItem } from './contract/folders.ts'
export {
  Item,
  ItemEmoji,
  type ItemKind,
  ItemRef,
  itemKinds,
  linkTokens,
  maxDepth,
  maxItemsPerCall,
  ThumbnailUrls,
} from './contract/item.ts'
export {
  bundle,
  checkName,
  chunkAttempts,
  defaultChunkSize,
  extensionOf,
  forbiddenInNames,
  freeExtractedBytes,
  invisibleInNames,
  maxArchiveEntries,
  maxArchiveRatio,
  maxExtractedBytes,
  maxNameBytes,
  maxWaitingExtractions,
  type NameProblem,
  parallelSmallFiles,
  type ThumbnailSize,
  thumbnailWidths,
} from './contract/limits.ts'
export {
  browseNavigation,
  browseSubfolders,
  FolderLevel,
  type FolderNode,
  type NavigationTree,
  Tree,
  type TreeNode,
} from './contract/navigation.ts'
export { type RestrictedAction, type Restriction, restrictions, restrictionsOf } from './contract/restrictions.ts'
export {
  itemsToPlace,
  type OnConflict,
  onConflict,
  onConflictChoices,
  RemoveRef,
  Selection,
} from './contract/selection.ts'
export { measureSelection } from './contract/selection-size.ts'
export {
  listLargestFiles,
  maxLargestFiles,
  minLargeFileBytes,
  StorageUsage,
  showStorage,
  TrafficDay,
  trafficDays,
  type UsageKind,
  usageKinds,
} from './contract/usage.ts'
export { downloadVersion, listVersions, removeVersion, restoreVersion, Version } from './contract/versions.ts'
export {
  changeViewSettings,
  type ListSorting,
  listViewSettings,
  maxColumnWidth,
  maxViewSettings,
  minColumnWidth,
  putViewSettings,
  type StoredViews,
  type ViewChanged,
  type ViewChanges,
  ViewSettings,
  viewChanged,
} from './contract/view-settings.ts'
