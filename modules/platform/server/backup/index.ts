export {
  BackupError,
  type BackupStore,
  type FileDigest,
  openSnapshot,
  type Snapshot,
  verifyBackupFile,
} from './backup-store.ts'
export { backupTargetName, isObjectStore, parseBackupUrl } from './backup-url.ts'
export { checkBackupUrl } from './check-backup-url.ts'
export { BackupFullError, isSameDisk } from './folder-space.ts'
export { openBackupStore } from './open-backup-store.ts'
export { type DatabaseDump, dumpQuery, dumpTables, loadTables } from './table-copy.ts'
