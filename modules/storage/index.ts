import './tree/index.ts'
import { presentZip, sendZip } from './archives/index.ts'
import { sendFile } from './downloads/index.ts'
import { acceptedResponse } from './operations/index.ts'
import { presentUploadState, receiveChunk, receiveFormFiles, storedFile, wholeFileRequest } from './uploads/index.ts'

export type { ActivityEntry } from './activity/index.ts'
export type { Caller, DownloadTransfer } from './downloads/index.ts'
export { type ImportCall, type ImportedItem, type Importer, ifAccepted } from './extraction/index.ts'
export {
  type CopyBlobsReport,
  changedVariables,
  copyBlobs,
  maintenanceSettings,
  readBackupAppKey,
  restoreBackup,
  restoreReportOf,
  type VerifiedBackup,
  withVerifiedBackup,
} from './maintenance/index.ts'
export { type OperationRow, presentOperation } from './operations/index.ts'
export type { CountUrls, GrantedScope, GrantValidator } from './remote-upload/index.ts'
export { storageEntities } from './server/entities.ts'
export { createStorage, type Storage, type StorageApi } from './server/storage.module.ts'
/**
 * `ItemEntity` and `folderReference` are for relations of other modules' entities; their queries join the views of
 * `StorageViews`.
 */
export {
  type Actor,
  type Entitlements,
  excludeFromRoot,
  folderNameOf,
  folderReference,
  type Grant,
  ItemEntity,
  type ItemPresentation,
  type ItemRow,
  includeInRoot,
  installationTraffic,
  installationUsedBytes,
  lockTree,
  ownedItems,
  ownScope,
  type Permission,
  presentationOf,
  presentItem,
  presentUnderName,
  recordUsage,
  type Scope,
  type ScopeProvider,
  type StorageEvents,
  type StorageViews,
  storageErrors,
  storageSettings,
  type TreeQuery,
  usedBytes,
} from './tree/index.ts'
export type { ChunkRequest, FormFile, StoredFile } from './uploads/index.ts'
export type { CollectedFolder } from './webdav/index.ts'

/** Request handling of the storage routes, for modules that offer it to callers of other scopes. */
export const storageActions = {
  acceptedResponse,
  presentUploadState,
  presentZip,
  receiveChunk,
  sendFile,
  sendZip,
  receiveFormFiles,
  storedFile,
  wholeFileRequest,
}
