import { setTimeout as sleep } from 'node:timers/promises'
import { BackupError, type BackupStore, openBackupStore, openSnapshot } from '../../../platform/index.ts'
import type { BackupManifest } from './backup-manifest.ts'

/**
 * What is not known by then is not reported: that a target cannot be reached, the next backup reports. Shorter than the
 * time that a health check has.
 */
const timeoutMs = 2_000

/** Whether a snapshot has its manifest, and all files in their length. Their hashes are compared by `backup --verify`. */
const isWhole = async (store: BackupStore, id: string): Promise<boolean> => {
  try {
    const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
    const files = [...manifest.tables, manifest.blobs, manifest.app_key]
    const sizes = await Promise.all(files.map(({ file }) => snapshot.size(file)))
    return files.every(({ bytes }, at) => sizes[at] === bytes)
  } catch (error) {
    // One with a cause is about the place, not the backup.
    if (error instanceof BackupError && error.cause === undefined) return false
    throw error
  }
}

const findIn = async (store: BackupStore): Promise<string | null> => {
  for (const id of (await store.snapshots()).toReversed()) if (!(await isWhole(store, id))) return id
  return null
}

/** The newest backup that was completed and has lost files since; null when there is none, or that is unknown. */
export const findTornBackup = async (target: string): Promise<string | null> => {
  const store = await openBackupStore(target)
  try {
    return await Promise.race([findIn(store).catch(() => null), sleep(timeoutMs, null, { ref: false })])
  } finally {
    store.close()
  }
}
