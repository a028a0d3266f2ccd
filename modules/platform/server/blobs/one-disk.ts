import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { isDiskProblem } from '../disk-errors.ts'
import { type BlobPaths, randomBlobKey } from './paths.ts'
import { UnusableStoreError } from './store.ts'

/**
 * Throws `UnusableStoreError` when a file cannot be renamed from one folder of the local store to the next, as every upload
 * and every deletion does. Device numbers do not show it: a rename also fails between two mounts of the same disk.
 */
export const ensureOneDisk = (paths: BlobPaths): void => {
  const key = randomBlobKey()
  let [at = '', ...next] = [paths.staged(key), `${paths.blobs}/${key}`, paths.quarantined(key)]
  try {
    closeSync(openSync(at, 'wx', 0o600))
    for (const path of next) {
      renameSync(at, path)
      at = path
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV')
      throw new UnusableStoreError(
        `${paths.staging}, ${paths.blobs} and ${paths.quarantine} must be on one disk: mount the disk at the folder that contains all three, or set DATA_DIR to a folder of that disk`,
      )
    if (!isDiskProblem(error)) throw error
  } finally {
    rmSync(at, { force: true })
  }
}
