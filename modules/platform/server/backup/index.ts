export { BackupError, BackupFolder, type FileDigest, type Snapshot } from './backup-folder.ts'
export { type DatabaseDump, dumpQuery, dumpTables, loadTables } from './table-copy.ts'
