import {
  ConfigError,
  claimBlobStore,
  claimStoreFor,
  forgetStoreUses,
  type Platform,
  readInstallationId,
  renameInstallation,
  type Sql,
} from '../../../platform/index.ts'
import type { BackupManifest } from './backup-manifest.ts'

type Target = Pick<Platform, 'db' | 'blobs' | 'log'>

/**
 * Claims the blob store for the installation that a backup is restored to. It is a new one, which can use neither the bucket
 * nor the target of the backups of the former installation: it may be a copy beside it, and would delete what the former one
 * has stored since. With `takeOver` it goes on in place of the former one, which has ended. Resolves with its id, which is
 * the same after an interruption.
 */
export const claimForRestoredInstallation = async (
  { installation_id }: BackupManifest,
  { db, blobs, log }: Target,
  takeOver: boolean,
): Promise<string> => {
  const own = await readInstallationId(db)
  // Old backups do not name their installation.
  const id = takeOver ? (installation_id ?? own) : own
  try {
    await claimStoreFor(id, { db, blobs, log })
  } catch (error) {
    if (!(error instanceof ConfigError) || takeOver) throw error
    throw new ConfigError(
      `${error.message}. If it is that of the backup and has ended permanently: \`restore --take-over\` goes on in its place`,
    )
  }
  return id
}

/** Names the installation in the restored rows, which know nothing of what its stores hold now. Throws when its store meanwhile belongs to another one. */
export const renameRestoredInstallation = async (
  sql: Sql,
  id: string,
  { blobs, log }: Omit<Target, 'db'>,
): Promise<void> => {
  await renameInstallation(sql, id)
  await forgetStoreUses(sql)
  await claimBlobStore({ db: sql, blobs, log })
}
