import { platformErrors } from '../errors.ts'
import { parseBackupUrl } from './backup-url.ts'

/**
 * Writes, reads and removes an object where backups would go. Throws 422 `storage-…` for the field `value` when one of it
 * fails. Does nothing for a text that is no URL of an object store.
 */
export const checkBackupUrl = async (url: string): Promise<void> => {
  const target = parseBackupUrl(url)
  if (!target) return
  const { probeFolder } = await import('../blobs/s3/s3-probe.ts')
  const problem = await probeFolder(target.location, target.prefix)
  if (problem) throw platformErrors.fail(`storage-${problem}`, { field: 'value' })
}
