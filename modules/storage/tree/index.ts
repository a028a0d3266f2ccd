export {
  asAppError,
  asUploadError,
  endsSession,
  isPermanentError,
  isTerminalError,
  offsetConflict,
} from './server/blob-errors.ts'
export { ChangeNotifier, type FolderChangeNotice } from './server/changes/change-notifier.ts'
export { ThumbnailNotifier } from './server/changes/thumbnail-notifier.ts'
export { addChildCount, addTrashCount } from './server/counters.ts'
export { type DiskSpace, requireDiskReserve } from './server/disk-reserve.ts'
export { BlobDeletionEntity, BlobEntity } from './server/entities/blob.entity.ts'
export { ExifEntity } from './server/entities/exif.entity.ts'
export { FavoriteEntity } from './server/entities/favorite.entity.ts'
export { folderReference } from './server/entities/folder-reference.ts'
export { FolderSizeDeltaEntity, FolderSizeEntity } from './server/entities/folder-size.entity.ts'
export { foreignCreator, ItemEntity } from './server/entities/item.entity.ts'
export { RootExclusionEntity } from './server/entities/root-exclusion.entity.ts'
export { TrafficEntity, TrafficTotalEntity, UsageEntity } from './server/entities/usage.entity.ts'
export { ItemVersionEntity } from './server/entities/version.entity.ts'
export { ViewSettingsEntity } from './server/entities/view-settings.entity.ts'
export type { Entitlements } from './server/entitlements.ts'
export { storageErrors } from './server/errors.ts'
export { type FolderChange, foldersEvent, itemEvent, itemsEvent, type StorageEvents } from './server/events.ts'
export { fileTimeOf } from './server/file-time.ts'
export { rejectBlacklistedName, rejectBlacklistedType } from './server/file-type-blacklist.ts'
export { allow, may } from './server/item.policy.ts'
export {
  etagOf,
  type ItemPresentation,
  presentationOf,
  presentItem,
  presentUnderName,
} from './server/item.resource.ts'
export { type ItemRow, itemColumns, itemJoins } from './server/item.row.ts'
export { ItemAnnotations } from './server/item-annotations.ts'
export { numberedName } from './server/numbered-name.ts'
export { RequestScopes, type ScopeFinder, type ScopeProvider } from './server/request-scopes.ts'
export { browseRoutes } from './server/routes/browse.routes.ts'
export { favoriteRoutes } from './server/routes/favorites.routes.ts'
export { folderRoutes } from './server/routes/folders.routes.ts'
export { requestScope } from './server/routes/request.ts'
export { viewSettingsRoutes } from './server/routes/view-settings.routes.ts'
export { type Actor, type Grant, ownScope, type Permission, type Scope, systemScope } from './server/scope.ts'
export { activeItems } from './server/services/active-items.ts'
export { type AncestorPaths, ancestorsOf } from './server/services/ancestors.ts'
export type { FreedBytes } from './server/services/archive-version.ts'
export { Browse, listedItems } from './server/services/browse.ts'
export { checkTarget } from './server/services/check-target.ts'
export { findNamed } from './server/services/child-folder.ts'
export { clearDeletedCreator } from './server/services/clear-creator.ts'
export { type PhotoMetadata, savePhotoMetadata } from './server/services/exif.ts'
export { Favorites } from './server/services/favorites.ts'
export { type FileMetadata, findFile } from './server/services/file-metadata.ts'
export { findItem, type ItemLocation, lockFolder, requireFolder, requireItem } from './server/services/find-item.ts'
export { folderPages } from './server/services/folder-pages.ts'
export { FolderSizes } from './server/services/folder-sizes.ts'
export type { TreeQuery } from './server/services/folder-tree.ts'
export { Folders } from './server/services/folders.ts'
export { foldersStartingWith, type NamedFolder } from './server/services/folders-starting-with.ts'
export { markTrashed } from './server/services/mark-trashed.ts'
export {
  bulkThreshold,
  exceedsBulkThreshold,
  measureSelected,
  treesExceedBulkThreshold,
} from './server/services/measure-selected.ts'
export { setModificationTime } from './server/services/modification-time.ts'
export { Navigation } from './server/services/navigation.ts'
export { Purge } from './server/services/purge.ts'
export { purgeAccount } from './server/services/purge-account.ts'
export { PurgeTrash } from './server/services/purge-trash.ts'
export { RecentFiles, trashedFolders } from './server/services/recent-files.ts'
export { recordUsage } from './server/services/record-usage.ts'
export { releaseBlobs, removeRows, subtractUsage } from './server/services/remove-rows.ts'
export {
  mustTrash,
  type NewContent,
  type ReplacedFile,
  replaceContent,
} from './server/services/replace-content.ts'
export { restoreTrashRoots, trashedParents } from './server/services/restore-trash-roots.ts'
export {
  excludedOf,
  excludedWithin,
  excludeFromRoot,
  includeInRoot,
  isExcluded,
  isExcludedFromRoot,
  isListed,
  notExcluded,
} from './server/services/root-exclusions.ts'
export { selectionOfIds, topmostOnly } from './server/services/selected-ids.ts'
export {
  enteredBeforeSql,
  resolveSelection,
  type SelectedItems,
  type TargetItems,
} from './server/services/selection.ts'
export {
  installationTraffic,
  installationUsedBytes,
  ownedItems,
  StorageUsageReport,
  usedBytes,
} from './server/services/storage-usage.ts'
export { TrafficTotals } from './server/services/traffic-totals.ts'
export { type RemoveInput, splitRemoval, Trash, type TrashedItems, wholeTrash } from './server/services/trash.ts'
export { lockNames, lockTree, namesLockKey, raiseSelectionTimeout } from './server/services/tree-lock.ts'
export { Versions } from './server/services/versions.ts'
export { readUsageAndViews, ViewSettingsStore } from './server/services/view-settings.ts'
export { storageSettings } from './server/settings.ts'
export type { StorageViews } from './server/shared-queries.ts'
export { blobVersion, thumbnailsOf } from './server/thumbnail-urls.ts'
export { bytesByKind, type KindBytes, kindSumsSql } from './server/usage-by-kind.ts'
export { cleanName, folderNameOf, isNamedSql, pathWalkSql } from './server/validate-name.ts'
