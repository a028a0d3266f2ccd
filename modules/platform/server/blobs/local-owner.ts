import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecretFile } from '../atomic-file.ts'
import { isDiskProblem } from '../disk-errors.ts'
import { EmptyStoreError, type ExpectedContent, emptyStoreMark, UnusableStoreError } from './store.ts'
import { ignoreMissing, listBlobFiles } from './stored-files.ts'

/** The file beside the blobs that names the installation they belong to, as `ownerObject` of a bucket. */
const ownerFile = 'coffer-installation'

const readMark = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    ignoreMissing(error)
    return null
  }
}

const holdsBlobs = async (folder: string): Promise<boolean> => {
  for await (const _ of listBlobFiles(folder)) return true
  return false
}

/**
 * Marks a folder of blobs as owned by an installation. Throws `UnusableStoreError` when the folder holds blobs of another
 * installation, or blobs without an owner although `none` are expected, and `EmptyStoreError` when it holds no blobs
 * although `some` are expected. Any other folder without blobs is taken over. On a full disk the next start writes the mark.
 */
export const claimBlobFolder = async (
  folder: string,
  installationId: string,
  expected: ExpectedContent,
): Promise<void> => {
  const file = join(folder, ownerFile)
  const owner = readMark(file)
  const isFilled = await holdsBlobs(folder)
  // Checked whatever the owner's mark says: the disk may not be mounted, and this be the folder below its mount point.
  const accepted = join(folder, emptyStoreMark)
  if (!isFilled && expected === 'some' && readMark(accepted) !== installationId)
    throw new EmptyStoreError(
      `${folder} is empty, but the database has files: mount the disk that holds them, or set DATA_DIR to their folder. To start without them, write ${installationId} into ${accepted}`,
    )
  if (owner === installationId) return
  if (isFilled && (owner !== null || expected === 'none'))
    throw new UnusableStoreError(
      `the files in ${folder} belong to another database than this one: set DATABASE_URL to the database of these files, or DATA_DIR to another folder. ${owner === null ? '' : `Delete ${file} only when that database does not exist any more and these files belong to the present one`}`.trim(),
    )
  try {
    writeSecretFile(file, `${installationId}\n`)
  } catch (error) {
    if (!isDiskProblem(error)) throw error
  }
}
