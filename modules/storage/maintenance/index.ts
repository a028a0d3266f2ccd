export { alertAdmins } from './server/alert-admins.ts'
export { BlobUnlinker } from './server/blob-unlinker.ts'
export { changedVariables } from './server/configured-variables.ts'
export { type CopyBlobsReport, copyBlobs } from './server/copy-blobs.ts'
export { GarbageCollector } from './server/garbage-collector.ts'
export { createMaintenance } from './server/maintenance.ts'
export { MaintenanceProgressEntity } from './server/progress.entity.ts'
export {
  readBackupAppKey,
  restoreBackup,
  restoreReportOf,
  type VerifiedBackup,
  withVerifiedBackup,
} from './server/restore.ts'
export { maintenanceSettings } from './server/settings.ts'
