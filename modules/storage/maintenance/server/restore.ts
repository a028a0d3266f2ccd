import { text } from 'node:stream/consumers'
import {
  BackupError,
  type BackupStore,
  forEachConcurrently,
  loadTables,
  migrate,
  migrateTo,
  openBackupStore,
  openSnapshot,
  type Platform,
  resetSettings,
  type Snapshot,
  type Sql,
  verifyBackupFile,
} from '../../../platform/index.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { replaceFaults } from './content-faults.ts'
import { correctReservations } from './correct-reservations.ts'
import { hasSameBlobContent } from './has-same-blob-content.ts'
import { readBlobList } from './read-blob-list.ts'
import { restoreBlob } from './restore-blob.ts'
import { claimForRestoredInstallation, renameRestoredInstallation } from './restored-installation.ts'

export interface VerifiedBackup {
  store: BackupStore
  snapshot: Snapshot
  manifest: BackupManifest
  /** Keys of blobs that are missing or not as they were written. */
  damaged: string[]
}

interface RestoreReport {
  id: string
  created_at: string
  blobs: number
  bytes: number
  /** Keys of blobs that are not restored: they are damaged in the backup, or it was made without them. */
  damaged: string[]
}

/**
 * Settings of the backups' target, which a restore resets: two instances with one target would remove each other's backups.
 */
const targetSettings = ['backup_folder', 'backup_url']

/**
 * Opens a backup of a folder or an object store (the newest, or the one with this id), verifies it, and runs `fn` with it.
 * Verifies the manifest, each table, and each blob's SHA-256. Throws `BackupError` that names missing and changed files;
 * `withoutDamaged`: blobs among them do not count.
 */
export const withVerifiedBackup = async <T>(
  target: string,
  id: string | undefined,
  fn: (backup: VerifiedBackup) => Promise<T>,
  { withoutDamaged = false }: { withoutDamaged?: boolean } = {},
): Promise<T> => {
  const store = await openBackupStore(target)
  try {
    const backup = await verify(store, id)
    const { length: count } = backup.damaged
    if (count > 0 && !withoutDamaged)
      throw new BackupError(
        `backup ${backup.snapshot.id} is damaged (\`restore --without-damaged\` restores the rest): ${count} blobs are missing or not as they were written: ${backup.damaged.join(' ')}`,
      )
    return await fn(backup)
  } finally {
    store.close()
  }
}

const verify = async (store: BackupStore, id?: string): Promise<VerifiedBackup> => {
  const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
  for (const digest of [...manifest.tables, manifest.blobs, manifest.app_key]) await verifyBackupFile(snapshot, digest)
  const absent = new Set(manifest.damaged)
  const damaged: string[] = []
  await forEachConcurrently(readBlobList(snapshot, manifest), async ({ key, sha256 }) => {
    if (!absent.has(key) && !(await store.isIntact(key, sha256))) damaged.push(key)
  })
  return { store, snapshot, manifest, damaged: damaged.sort() }
}

export const restoreReportOf = ({ snapshot, manifest, damaged }: VerifiedBackup): RestoreReport => ({
  id: snapshot.id,
  created_at: manifest.created_at,
  blobs: manifest.blobs.count,
  bytes: manifest.blobs.total_bytes,
  damaged: [...manifest.damaged, ...damaged],
})

/** The APP_KEY of the instance that was backed up, in base64url. */
export const readBackupAppKey = ({ snapshot, manifest }: VerifiedBackup): Promise<string> =>
  text(snapshot.read(manifest.app_key.file))

interface RestoreOptions {
  /** The restored installation goes on in place of the former one, which has ended. */
  takeOver: boolean
  /** Called when the database has proved to be empty, before the rows of the backup are loaded. */
  beforeLoad(): void
  /** Called when the rows are loaded, in their transaction: disables actions that a copy beside its original must not do. */
  inTransaction(sql: Sql): Promise<void>
}

/**
 * Loads a verified backup into an empty database and blob store. The rows come last, in one transaction: after a failure
 * the database is still empty, and another call continues. Turns scheduled backups off; resolves with whether they were on,
 * and with the keys of the blobs that neither the backup nor the store has intact.
 */
export const restoreBackup = async (
  backup: VerifiedBackup,
  { db, blobs, log, audit }: Pick<Platform, 'db' | 'blobs' | 'log' | 'audit'>,
  { takeOver, beforeLoad, inTransaction }: RestoreOptions,
): Promise<{ hadSchedule: boolean; missing: string[] }> => {
  const { store, snapshot, manifest } = backup
  const { id, created_at, damaged, ...counts } = restoreReportOf(backup)
  await migrateTo(db, manifest.migrations)
  const [existing] = await db.query<{ found: boolean }>('select exists (select 1 from user_summaries) as found')
  if (existing?.found)
    throw new BackupError('the database holds accounts: restore into an empty database, with an empty DATA_DIR')
  const installationId = await claimForRestoredInstallation(manifest, { db, blobs, log }, takeOver)
  const lost = new Set(damaged)
  const missing: string[] = []
  await forEachConcurrently(readBlobList(snapshot, manifest), async (blob) => {
    if (await hasSameBlobContent(blobs, blob.key, blob.size, blob.sha256)) return
    if (lost.has(blob.key)) missing.push(blob.key)
    else await restoreBlob(store, blobs, blob)
  })
  beforeLoad()
  let hadSchedule = false
  await db.withOwnConnection((client) =>
    loadTables(client, manifest, snapshot, async () => {
      const query = async (text: string, values?: readonly unknown[]) =>
        (await client.query(text, values as unknown[])).rows as never[]
      await renameRestoredInstallation({ query }, installationId, { blobs, log })
      // The bytes of open uploads are not part of a backup, and thumbnails are made again.
      await client.query('delete from maintenance_progress')
      hadSchedule = await resetSettings({ query }, targetSettings)
      await inTransaction({ query })
      await client.query('delete from upload_sessions where finished_at is null')
      await client.query(`update blobs set thumbnail_status = 'pending' where thumbnail_status = 'ready'`)
    }),
  )
  await migrate(db)
  await replaceFaults(db, missing)
  await correctReservations(db)
  const details = { made: created_at, ...counts, damaged: damaged.length }
  await audit({ actorId: null, action: 'storage.backup.restored', target: id, details })
  return { hadSchedule, missing }
}
