import { text } from 'node:stream/consumers'
import {
  BackupError,
  type BackupStore,
  type BlobStore,
  claimBlobStore,
  claimFor,
  loadTables,
  migrate,
  migrateTo,
  openBackupStore,
  openSnapshot,
  type Platform,
  resetSettings,
  type Snapshot,
  type Sql,
  verifyFile,
} from '../../../platform/index.ts'
import type { BackupManifest, BlobLine } from './backup-manifest.ts'
import { forEachConcurrently } from './concurrently.ts'
import { correctReservations } from './correct-reservations.ts'
import { readBlobList } from './read-blob-list.ts'

export interface VerifiedBackup {
  store: BackupStore
  snapshot: Snapshot
  manifest: BackupManifest
}

export interface RestoreReport {
  id: string
  created_at: string
  blobs: number
  bytes: number
  damaged: string[]
}

/** Where the instance that was backed up made its backups: two instances would remove each other's. */
const targetSettings = ['backup_folder', 'backup_url']

/**
 * Opens a backup of a folder or an object store (the newest, or the one with this id), verifies it, and runs `fn` with it.
 * Verified are the manifest, each table, and each blob's SHA-256. Throws `BackupError` with the first file that is missing
 * or was changed.
 */
export const withVerifiedBackup = async <T>(
  target: string,
  id: string | undefined,
  fn: (backup: VerifiedBackup) => Promise<T>,
): Promise<T> => {
  const store = await openBackupStore(target)
  try {
    return await fn(await verify(store, id))
  } finally {
    store.close()
  }
}

const verify = async (store: BackupStore, id?: string): Promise<VerifiedBackup> => {
  const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
  for (const digest of [...manifest.tables, manifest.blobs, manifest.app_key]) await verifyFile(snapshot, digest)
  const damaged = new Set(manifest.damaged)
  await forEachConcurrently(readBlobList(snapshot, manifest), async ({ key, sha256 }) => {
    if (!damaged.has(key) && !(await store.isIntact(key, sha256)))
      throw new BackupError(`backup ${snapshot.id} is damaged: blob ${key} is missing or not as it was written`)
  })
  return { store, snapshot, manifest }
}

export const reportOf = ({ snapshot, manifest }: VerifiedBackup): RestoreReport => ({
  id: snapshot.id,
  created_at: manifest.created_at,
  blobs: manifest.blobs.count,
  bytes: manifest.blobs.total_bytes,
  damaged: manifest.damaged,
})

/** The APP_KEY of the instance that was backed up, in base64url. */
export const appKeyOf = ({ snapshot, manifest }: VerifiedBackup): Promise<string> =>
  text(snapshot.read(manifest.app_key.file))

export interface RestoreHooks {
  /** Once the database is known to be empty. */
  beforeRows(): void
  /** After the rows are there, in their transaction: what a copy beside its original must not do. */
  inTransaction(sql: Sql): Promise<void>
}

/**
 * Loads a verified backup into an empty database and blob store. The rows come last, in one transaction: after a failure
 * the database is still empty, and another call continues. Resolves with true when scheduled backups were on, which are off
 * now.
 */
export const restoreBackup = async (
  { store, snapshot, manifest }: VerifiedBackup,
  { db, blobs, log, audit }: Pick<Platform, 'db' | 'blobs' | 'log' | 'audit'>,
  { beforeRows, inTransaction }: RestoreHooks,
): Promise<boolean> => {
  await migrateTo(db, manifest.migrations)
  const [existing] = await db.query<{ found: boolean }>('select exists (select 1 from user_summaries) as found')
  if (existing?.found)
    throw new BackupError('the database holds accounts: restore into an empty database, with an empty DATA_DIR')
  // The bucket of another installation stays as it is.
  if (manifest.installation_id) await claimFor(manifest.installation_id, blobs, log)
  const damaged = new Set(manifest.damaged)
  await forEachConcurrently(readBlobList(snapshot, manifest), async (blob) => {
    if (!damaged.has(blob.key) && (await blobs.stat(blob.key))?.size !== blob.size)
      await restoreBlob(store, blobs, blob)
  })
  beforeRows()
  let hadSchedule = false
  await db.withOwnConnection((client) =>
    loadTables(client, manifest, snapshot, async () => {
      // The bucket of another installation fails the transaction.
      const query = async (text: string, values?: readonly unknown[]) =>
        (await client.query(text, values as unknown[])).rows as never[]
      await claimBlobStore({ db: { query }, blobs, log })
      // What was uploaded so far is not part of a backup, and thumbnails are made again.
      await client.query('delete from maintenance_progress')
      hadSchedule = await resetSettings({ query }, targetSettings)
      await inTransaction({ query })
      await client.query('delete from upload_sessions where finished_at is null')
      await client.query(`update blobs set thumbnail_status = 'pending' where thumbnail_status = 'ready'`)
    }),
  )
  await migrate(db)
  await correctReservations(db)
  const { id, created_at, damaged: lost, ...counts } = reportOf({ store, snapshot, manifest })
  const details = { made: created_at, ...counts, damaged: lost.length }
  await audit({ actorId: null, action: 'storage.backup.restored', target: id, details })
  return hadSchedule
}

const restoreBlob = async (store: BackupStore, blobs: BlobStore, { key }: BlobLine): Promise<void> => {
  // Left by a restore that was interrupted.
  await blobs.discard(key)
  const staged = await blobs.stage(key)
  try {
    let at = 0
    for await (const piece of store.readBlob(key)) {
      await staged.write([piece], at)
      at += piece.length
    }
    await staged.sync(true)
  } finally {
    await staged.close()
  }
  await blobs.commit(key)
}
