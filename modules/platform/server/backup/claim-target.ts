import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSecretFile } from '../atomic-file.ts'
import { commandLine } from '../command-line.ts'
import { renewUse, type StoreUses, type UseMark, useFile } from '../store-uses.ts'
import { BackupError, backupOwnerFile, requireBackupOwner } from './backup-store.ts'
import type { FolderOwner } from './folder-owner.ts'
import { nullIfMissing } from './null-if-missing.ts'

/** Records that this copy of the installation makes a backup. Throws `BackupError` when another one has made some since. */
export const recordUse = async (target: string, uses: StoreUses, mark: UseMark): Promise<void> => {
  if (!(await renewUse(target, uses, mark)))
    throw new BackupError(
      `another copy of this installation has made backups in ${target} since, or that or the database was brought back to an earlier state: when this is the copy, use another target; otherwise stop the other one for good and run ${commandLine()} blobs take-over`,
    )
}

/** Throws `BackupError` when a folder that had backups has none: its disk is not mounted, and this is the folder below it. */
const requireDisk = async (root: string, uses: StoreUses): Promise<void> => {
  const isThere = [backupOwnerFile, 'snapshots'].some((name) => existsSync(join(root, name)))
  if (!isThere && (await uses.isUsed(root)))
    throw new BackupError(
      `${root} had backups, but has none: mount the disk that holds them. To begin anew there, create an empty file ${backupOwnerFile} in it`,
    )
}

/** `BackupStore.claim` of a folder. */
export const claimBackupFolder = async (
  root: string,
  owner: FolderOwner,
  installationId: string,
  uses: StoreUses,
): Promise<void> => {
  const [path, usePath] = [join(root, backupOwnerFile), join(root, useFile)]
  await requireDisk(root, uses)
  await owner.makeRoot()
  await writeFile(path, `${installationId}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  // A power cut left the file empty.
  if ((await stat(path)).size === 0) writeSecretFile(path, `${installationId}\n`)
  await owner.give(path)
  requireBackupOwner(root, await readFile(path, 'utf8'), installationId)
  await recordUse(root, uses, {
    read: () => nullIfMissing(usePath, readFile(usePath, 'utf8')),
    async write(text) {
      writeSecretFile(usePath, `${text}\n`)
      await owner.give(usePath)
    },
  })
}
