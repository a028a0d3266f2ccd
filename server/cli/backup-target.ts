import { isObjectStore, parseBackupUrl } from '../../modules/platform/index.ts'
import { pathFromTerminal, UsageError } from './args.ts'

/** The target of backups that an argument names: a folder, or an object store. */
export const backupTarget = (target: string): string => {
  if (!isObjectStore(target)) return pathFromTerminal(target)
  if (!parseBackupUrl(target))
    throw new UsageError('an object store is s3://KEY:SECRET@host/bucket[/folder], with ?region=… where needed')
  return target
}
