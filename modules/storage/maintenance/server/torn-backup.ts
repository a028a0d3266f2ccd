import { setTimeout as sleep } from 'node:timers/promises'
import { BackupError, type BackupStore, openBackupStore, openSnapshot } from '../../../platform/index.ts'
import type { BackupManifest } from './backup-manifest.ts'

/**
 * Time for the search. A torn backup that is not found within it is not reported; the next backup reports a target that
 * cannot be reached. Shorter than the time limit of a health check.
 */
const timeoutMs = 2_000

/** Whether a snapshot has its manifest and all files in full length. Only `backup --verify` compares their hashes. */
const isWhole = async (store: BackupStore, id: string): Promise<boolean> => {
  try {
    const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
    const files = [...manifest.tables, manifest.blobs, manifest.app_key]
    const sizes = await Promise.all(files.map(({ file }) => snapshot.size(file)))
    return files.every(({ bytes }, at) => sizes[at] === bytes)
  } catch (error) {
    // An error with a cause concerns the target, not the backup.
    if (error instanceof BackupError && error.cause === undefined) return false
    throw error
  }
}

const findIn = async (store: BackupStore): Promise<string | null> => {
  for (const id of (await store.snapshots()).toReversed()) if (!(await isWhole(store, id))) return id
  return null
}

/**
 * Id of the newest completed backup that has lost files since; null when there is none, or the search fails or takes too
 * long.
 */
export const findTornBackup = async (target: string): Promise<string | null> => {
  const store = await openBackupStore(target)
  try {
    return await Promise.race([findIn(store).catch(() => null), sleep(timeoutMs, null, { ref: false })])
  } finally {
    store.close()
  }
}
