import { platformErrors } from '../errors.ts'
import { parseBackupUrl } from './backup-url.ts'

/**
 * Writes, reads and removes an object at a target of backups. Throws 422 `storage-…` for the field `value` when a step
 * fails. Does nothing for a text that is not the URL of an object store.
 */
export const checkBackupUrl = async (url: string): Promise<void> => {
  const target = parseBackupUrl(url)
  if (!target) return
  const { probeFolder } = await import('../blobs/s3/s3-probe.ts')
  const problem = await probeFolder(target.location, target.prefix)
  if (problem) throw platformErrors.fail(`storage-${problem}`, { field: 'value' })
}
