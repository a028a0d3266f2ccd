import { BackupFolder } from './backup-folder.ts'
import { BackupError, type BackupStore } from './backup-store.ts'
import { isObjectStore, parseBackupUrl } from './backup-url.ts'

/**
 * Opens a folder, or a bucket by `s3://KEY:SECRET@host/bucket[/folder]?…`; the caller closes it. The library of object
 * stores is loaded only for a bucket. A caller that writes names its DATA_DIR: a folder that root creates gets its owner.
 */
export const openBackupStore = async (target: string, dataDir: string | null = null): Promise<BackupStore> => {
  if (!isObjectStore(target)) return new BackupFolder(target, dataDir)
  const location = parseBackupUrl(target)
  if (!location)
    throw new BackupError('the URL must be s3://KEY:SECRET@host/bucket[/folder], with ?region=… where needed')
  const { BackupBucket } = await import('./backup-bucket.ts')
  return new BackupBucket(location)
}
